/** Runs inline scripts of ours through native methods, even if the app has replaced them. */
import { define } from "@/lib/sandbox/frame/inside/realm";

const { createElement } = Document.prototype;
const { appendChild } = Node.prototype;
let nonce = "";

export function setInlineNonce(runNonce: string): void {
  nonce = runNonce;
}

/** Runs the text without rewriting it. */
export function runInline(text: string, type = ""): void {
  const script = createElement.call(document, "script") as HTMLScriptElement;
  if (type) script.type = type;
  script.nonce = nonce;
  appendChild.call(script, document.createTextNode(text));
  appendChild.call(document.head ?? document.documentElement, script);
  script.remove();
}

/** See bin/harden-frame.mjs, which defines it in every bundle. */
declare const $builtIns: object;

/** Runs one of our add-ons, which finds the captured built-ins in a temporary global, and leaves its result in another. */
export function runAddOn<T>(code: string): T {
  const holder = globalThis as { __gumPart?: T; __gumBuiltIns?: object };
  define(holder, "__gumBuiltIns", $builtIns);
  runInline(code);
  delete holder.__gumBuiltIns;
  const part = holder.__gumPart;
  delete holder.__gumPart;
  return part!;
}
