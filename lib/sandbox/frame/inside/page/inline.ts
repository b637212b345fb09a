/** Inline scripts of our own, before and after the app has replaced what a page is made with. */
const { createElement } = Document.prototype;
const { appendChild } = Node.prototype;
let nonce = "";

export function allowInline(run: string): void {
  nonce = run;
}

/** Runs the text as it is; no part of it is taken for the app's. */
export function runInline(text: string, type = ""): void {
  const script = createElement.call(document, "script") as HTMLScriptElement;
  if (type) script.type = type;
  script.nonce = nonce;
  appendChild.call(script, document.createTextNode(text));
  appendChild.call(document.head ?? document.documentElement, script);
  script.remove();
}
