/**
 * Rewrites what no patched property catches: `style.backgroundImage = …` (style objects have no accessor per property), nodes
 * adopted from another document, attributes set through nodes. Mutation observers run before the next style and layout, so
 * nothing is requested from a wrong URL in between.
 */
import { hasRemote } from "@/lib/sandbox/frame/inside/files";
import { REWRITABLE, rewriteAttribute } from "@/lib/sandbox/frame/inside/page/attributes";
import { replaceEmbedded } from "@/lib/sandbox/frame/inside/page/embedded";
import { mentionsUrl, rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { followLate, hasFailed, isLate, LATE, setLate } from "@/lib/sandbox/frame/inside/page/late-urls";
import { expandExternalUse } from "@/lib/sandbox/frame/inside/page/svg-use";

const OBSERVED_ATTRIBUTES = ["style", "src", "srcset", "poster", "background", "href", "xlink:href", "data"];
const nativeQuery = Element.prototype.querySelectorAll;
const nativeValue = Object.getOwnPropertyDescriptor(Attr.prototype, "value")!.get!;
const {
  getPropertyValue: nativeValueOf,
  getPropertyPriority: nativePriorityOf,
  setProperty: nativeSet,
} = CSSStyleDeclaration.prototype;
let observer = new MutationObserver(rewriteMutations);
let onTitle: () => void = () => {};

const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: OBSERVED_ATTRIBUTES,
};

export function watchTree(root: Node): void {
  observer.observe(root, OBSERVED);
}

/** Called again after each `document.open`. */
export function watchPage(titleChanged: () => void): void {
  observer.disconnect();
  observer = new MutationObserver(rewriteMutations);
  onTitle = titleChanged;
  watchTree(document);
}

function rewriteMutations(records: MutationRecord[]): void {
  for (const record of records) {
    const target = record.target;
    if (record.type === "attributes") rewriteElement(target as Element);
    else if (record.type === "characterData") rewriteTextOf(target.parentNode);
    else {
      rewriteTextOf(target);
      for (const node of record.addedNodes) if (node instanceof Element) rewriteTree(node);
    }
  }
}

function rewriteTextOf(parent: Node | null): void {
  if (parent instanceof HTMLStyleElement) rewriteElement(parent);
  if (parent instanceof HTMLTitleElement) onTitle();
}

function rewriteTree(element: Element): void {
  rewriteElement(element);
  if (element instanceof HTMLTitleElement) onTitle();
  if (!element.firstElementChild) return;
  for (const child of nativeQuery.call(element, `${REWRITABLE},${LATE}`)) rewriteElement(child);
}

/** The text of a shorthand with `var()`, as one that waits for its picture has, after a script has set a part of it. */
const UNKNOWN_PART = /: ?(?:!important)?;/;

/** Property by property, which keeps the parts that the text of the attribute lacks. */
function rewriteStyle(style: CSSStyleDeclaration): void {
  for (const name of Array.from(style)) {
    const value = nativeValueOf.call(style, name);
    const loadable = mentionsUrl(value) ? rewriteCss(value) : value;
    if (loadable !== value) nativeSet.call(style, name, loadable, nativePriorityOf.call(style, name));
  }
}

function rewriteElement(element: Element): void {
  const tag = element.localName;
  // By now a script has started or was refused; rewriting its URL has no effect.
  if (tag === "script" || replaceEmbedded(element)) return;
  if (hasRemote()) followLate(element);
  for (const name of OBSERVED_ATTRIBUTES) {
    const attribute = element.attributes.getNamedItem(name);
    if (!attribute) continue;
    const value = nativeValue.call(attribute) as string;
    if (hasFailed(element, name, value)) continue;
    if (isLate(tag, name, value)) {
      element.removeAttribute(name);
      setLate(element, name, value);
      continue;
    }
    const loadable = rewriteAttribute(tag, name, value);
    if (loadable === value) continue;
    const { style } = element as Partial<HTMLElement>;
    if (name === "style" && style && UNKNOWN_PART.test(value)) rewriteStyle(style);
    else attribute.value = loadable;
  }
  if (tag === "use") expandExternalUse(element);
  if (tag !== "style" || !mentionsUrl(element.textContent)) return;
  const css = rewriteCss(element.textContent);
  if (css !== element.textContent) element.textContent = css;
}
