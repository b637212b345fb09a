/**
 * Empty frames that take no place on the page. Apps put scripts into their documents to give them variables of their own, and
 * these use the page through `parent`. The opaque origin of a real frame would refuse that, and nobody sees what is in it:
 * the scripts run in the page, with a window of their own.
 */
import { isScriptType } from "@/lib/package/script-type";
import { rewriteLocations } from "@/lib/sandbox/protocol/script-locations";

type Runner = Generator<undefined, never, string>;
type MakeRunner = (...window: unknown[]) => Runner;

/** `eval` declares variables in the function that calls it, which goes on, so that later scripts find them. */
const RUNNER = "for (;;) try { eval(yield) } catch (error) { reportError(error) }";
const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor as new (
  ...texts: string[]
) => MakeRunner;
const NAMES = ["window", "self", "frames", "parent", "top", "document", "frameElement"];
const nativeRect = Element.prototype.getBoundingClientRect;
const runners = new WeakMap<HTMLIFrameElement, Runner>();

export function isCodeFrame(frame: HTMLIFrameElement): boolean {
  if (runners.has(frame)) return true;
  const { width, height } = nativeRect.call(frame);
  return width === 0 || height === 0;
}

/** Runs the scripts among added nodes. @returns whether there were any */
export function runAddedScripts(
  frame: HTMLIFrameElement,
  page: Document,
  records: MutationRecord[],
): boolean {
  const scripts = records.flatMap(({ addedNodes }) => [...addedNodes]).filter(isInlineScript);
  for (const script of scripts) runnerOf(frame, page).next(rewriteLocations(script.text));
  return scripts.length > 0;
}

function isInlineScript(node: Node): node is HTMLScriptElement {
  if (node.nodeName !== "SCRIPT") return false;
  const script = node as HTMLScriptElement;
  return !script.hasAttribute("src") && script.type !== "module" && isScriptType(script.type);
}

function runnerOf(frame: HTMLIFrameElement, page: Document): Runner {
  let runner = runners.get(frame);
  if (!runner) {
    const view = windowOf(frame, page);
    const make = new GeneratorFunction(...NAMES, RUNNER);
    runner = make(...NAMES.map((name) => view[name]));
    runner.next();
    runners.set(frame, runner);
  }
  return runner;
}

/** It has what the page's window has, except for what is its own. */
function windowOf(frame: HTMLIFrameElement, page: Document): Record<PropertyKey, unknown> {
  const own: Record<PropertyKey, unknown> = {
    parent: window,
    top: window,
    document: page,
    frameElement: frame,
  };
  const view: Record<PropertyKey, unknown> = new Proxy(own, {
    get: (_, key) => (Object.hasOwn(own, key) ? own[key] : ofPage(key)),
    has: (_, key) => Object.hasOwn(own, key) || key in window,
  });
  own.window = own.self = own.frames = own.globalThis = view;
  return view;
}

/** Functions of the window know only the window; classes keep what hangs on them. */
function ofPage(key: PropertyKey): unknown {
  const value: unknown = Reflect.get(window, key);
  if (typeof value !== "function" || Object.hasOwn(value, "prototype")) return value;
  return value.bind(window) as unknown;
}
