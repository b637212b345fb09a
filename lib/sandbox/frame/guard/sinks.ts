/** Every way in which a script turns text into elements leads through here. */
import { disguise } from "@/lib/sandbox/frame/look-alike";
import { runCommand } from "@/lib/sandbox/frame/guard/links";
import { makeTreeHarmless } from "@/lib/sandbox/frame/guard/elements";
import { harmlessMarkup } from "@/lib/sandbox/frame/guard/markup";
import {
  contentType,
  exec,
  getOwnPropertyDescriptor,
  localName,
  mapArgument,
  namespaceOf,
  nodeType,
  ownerDocument,
  replaceMethod,
  slice,
  toText,
  apply,
  defineProperty,
  method,
} from "@/lib/sandbox/frame/guard/natives";

const HTML = "http://www.w3.org/1999/xhtml";
const harmless = (html: string): string => harmlessMarkup(html);

/** In a document of XML the text is read by other rules, so the tree is cleaned, which is not in a page yet. */
function isXml(node: unknown): boolean {
  const owner = ownerDocument(node);
  return owner !== null && contentType(owner) !== "text/html";
}

/** The content of these is text, which may hold the markup of a script's strings. */
function holdsText(node: unknown): boolean {
  if (nodeType(node) !== Node.ELEMENT_NODE || namespaceOf(node) !== HTML) return false;
  const name = localName(node);
  return name === "script" || name === "style";
}

export function guardSinks(): void {
  const element = Element.prototype;
  for (const [owner, name] of [
    [element, "innerHTML"],
    [element, "outerHTML"],
    [ShadowRoot.prototype, "innerHTML"],
  ] as const) {
    const found = getOwnPropertyDescriptor(owner, name)!;
    const guarded = {
      set(this: Node, value: unknown) {
        const text = value === null ? "" : toText(value);
        const isText = name === "innerHTML" && holdsText(this);
        const root = isXml(this) ? ownerDocument(this) : null;
        apply(found.set!, this, [isText ? text : harmless(text)]);
        makeTreeHarmless(root);
      },
    }.set;
    defineProperty(owner, name, { ...found, set: disguise(guarded, found.set) });
  }
  replaceMethod(element, "insertAdjacentHTML", (native) => {
    return function (this: unknown, ...args: unknown[]) {
      if (args.length > 1) args[1] = harmless(toText(args[1]));
      native(this, args);
      if (isXml(this)) makeTreeHarmless(ownerDocument(this));
    };
  });
  replaceMethod(Range.prototype, "createContextualFragment", (native) => {
    return function (this: unknown, ...args: unknown[]) {
      if (args.length) args[0] = harmless(toText(args[0]));
      const fragment = native(this, args) as DocumentFragment;
      makeTreeHarmless(fragment);
      return fragment;
    };
  });
  for (const name of ["setHTMLUnsafe", "setHTML"]) {
    mapArgument(element, name, 0, harmless);
    mapArgument(ShadowRoot.prototype, name, 0, harmless);
  }
  for (const name of ["parseHTMLUnsafe", "parseHTML"]) mapArgument(Document, name, 0, harmless);
  replaceMethod(Document.prototype, "execCommand", (native) => {
    return function (this: unknown, ...args: unknown[]) {
      if (args.length > 2) args[2] = runCommand(toText(args[0]), harmless(toText(args[2])));
      return native(this, args);
    };
  });
  mapArgument(DataTransfer.prototype, "setData", 1, harmless);
  for (const [owner, name] of [
    [DOMParser.prototype, "parseFromString"],
    [window.XSLTProcessor?.prototype, "transformToFragment"],
    [window.XSLTProcessor?.prototype, "transformToDocument"],
  ] as const) {
    replaceMethod(owner, name, (native) => {
      return function (this: unknown, ...args: unknown[]) {
        const tree = native(this, args) as Node | null;
        makeTreeHarmless(tree);
        return tree;
      };
    });
  }
  guardDocuments();
}

/** The end of a text with which one of the tags may start. */
const START_OF_TAG = /<[a-z]{0,6}$/i;

function guardDocuments(): void {
  const documents = Document.prototype;
  const held = new WeakMap<object, string>();
  const getHeld = method<string | undefined>(WeakMap.prototype, "get");
  const setHeld = method<void>(WeakMap.prototype, "set");
  for (const [name, end] of [
    ["write", ""],
    ["writeln", "\n"],
  ] as const) {
    replaceMethod(documents, name, (native) => {
      return function (this: unknown, ...texts: unknown[]) {
        let text = getHeld(held, this) ?? "";
        for (let index = 0; index < texts.length; index += 1) text += toText(texts[index]);
        text += end;
        const at = exec(START_OF_TAG, text)?.index ?? text.length;
        setHeld(held, this, slice(text, at));
        native(this, [harmlessMarkup(slice(text, 0, at), { goesOn: true, holdsScripts: true })]);
      };
    });
  }
  // With three arguments it is `window.open`.
  replaceMethod(documents, "open", (native) => {
    return function (this: unknown) {
      setHeld(held, this, "");
      return native(this, []);
    };
  });
}
