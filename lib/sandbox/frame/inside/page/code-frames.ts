/**
 * Empty frames of no size. Apps put scripts into their documents to give them variables of their own, and these use the page
 * through `parent`. The opaque origin of a real frame would refuse that, and nobody sees what is in it: the scripts run in the
 * page, with a window of their own. What a script declares with `let`, `const` or `class`, or in strict mode, ends with it, and
 * what it sets on its window is no variable.
 */
import { isScriptType } from "@/lib/package/script-type";
import { fileAt, textOf } from "@/lib/sandbox/frame/inside/files";
import { rewriteLocations } from "@/lib/sandbox/protocol/script-locations";

type Runner = Generator<undefined, never, string>;
type MakeRunner = (...window: unknown[]) => Runner;

/** `eval` declares variables in the function that calls it, which goes on, so that later scripts find them. */
const RUNNER = "for (;;) try { eval(yield) } catch (error) { reportError(error) }";
const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor as new (
  ...texts: string[]
) => MakeRunner;
const NAMES = ["window", "self", "globalThis", "frames", "parent", "top", "document", "frameElement"];
const styleOf = getComputedStyle;
const runners = new WeakMap<HTMLIFrameElement, Runner>();
let mayEvaluate = false;

/** @param allowed by the policy, which would report each attempt */
export function allowCodeFrames(allowed: boolean): void {
  mayEvaluate = allowed;
}

/** Runs the scripts among added nodes. @returns false for a frame that shows something, or may some day */
export function runAddedScripts(
  frame: HTMLIFrameElement,
  { document: page, view }: { document: Document; view: Window },
  records: MutationRecord[],
): boolean {
  const added = records
    .filter(({ target }) => target.nodeName !== "SCRIPT")
    .flatMap(({ addedNodes }) => [...addedNodes]);
  const scripts = added.flatMap(scriptsIn).filter(isClassic);
  if (
    !runners.has(frame) &&
    !(scripts.length > 0 && mayEvaluate && isEmpty(page, added) && isSizeless(frame))
  )
    return false;
  for (const script of scripts) runnerOf(frame, view).next(rewriteLocations(codeOf(script)));
  return true;
}

/** By its style: what is hidden for now may be shown. */
function isSizeless(frame: HTMLIFrameElement): boolean {
  const { width, height } = styleOf(frame);
  return width === "0px" || height === "0px";
}

function isEmpty({ body }: Document, added: Node[]): boolean {
  return [...body.childNodes, ...added].every(
    (node) => node.nodeName === "SCRIPT" || (node.nodeType === Node.TEXT_NODE && !node.nodeValue?.trim()),
  );
}

function scriptsIn(node: Node): HTMLScriptElement[] {
  if (node.nodeName === "SCRIPT") return [node as HTMLScriptElement];
  return node instanceof Element ? [...node.querySelectorAll("script")] : [];
}

const isClassic = ({ type }: HTMLScriptElement): boolean => type !== "module" && isScriptType(type);

function codeOf(script: HTMLScriptElement): string {
  const source = script.getAttribute("src");
  const file = source === null ? null : fileAt(source);
  return file === null ? script.text : textOf(file);
}

function runnerOf(frame: HTMLIFrameElement, view: Window): Runner {
  let runner = runners.get(frame);
  if (!runner) {
    const make = new GeneratorFunction(...NAMES, RUNNER);
    runner = make.apply(
      view,
      NAMES.map((name) => Reflect.get(view, name) as unknown),
    );
    runner.next();
    runners.set(frame, runner);
  }
  return runner;
}

/** Functions of a window know only that window; classes keep what hangs on them. */
export function ofWindow(view: Window, key: PropertyKey): unknown {
  const value: unknown = Reflect.get(view, key);
  if (typeof value !== "function" || Object.hasOwn(value, "prototype")) return value;
  return value.bind(view) as unknown;
}
