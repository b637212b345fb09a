/** Runs inline scripts of ours through native methods, even if the app has replaced them. */
import { takeAddOn } from "@/lib/sandbox/frame/inside/add-ons";

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

/** Runs one of our add-ons. */
export function runAddOn<T>(code: string): T {
  return takeAddOn(() => runInline(code));
}
