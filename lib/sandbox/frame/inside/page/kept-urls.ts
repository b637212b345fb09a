/**
 * URLs of elements that the browser must not load from: of preloads, icons and the like, and of `<base>`, which the policy forbids.
 * Scripts read them all the same: routers their base, loaders the file that a preload names.
 */
import { resolveUrl } from "@/lib/sandbox/frame/inside/files";
import { setAttributeNatively } from "@/lib/sandbox/frame/inside/page/natives";
import { wrapAccessor, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

/** The attribute that has it. */
export const KEPT = "data-gum-href";
const { getAttribute, removeAttribute } = Element.prototype;

export function keepUrl(element: Element, url = getAttribute.call(element, "href")): void {
  if (url === null) return;
  setAttributeNatively(element, KEPT, url);
  removeAttribute.call(element, "href");
}

/** Null as soon as a script has given the element another. */
function keptUrlOf(element: Element, name: string): string | null {
  const { localName } = element;
  if ((localName !== "link" && localName !== "base") || String(name).toLowerCase() !== "href") return null;
  return getAttribute.call(element, "href") === null ? getAttribute.call(element, KEPT) : null;
}

export function patchKeptUrls(): void {
  wrapMethod(Element.prototype, "getAttribute", (native) => {
    return function (this: Element, name: string) {
      return keptUrlOf(this, name) ?? native.call(this, name);
    };
  });
  wrapMethod(Element.prototype, "hasAttribute", (native) => {
    return function (this: Element, name: string) {
      return native.call(this, name) || keptUrlOf(this, name) !== null;
    };
  });
  for (const owner of [HTMLLinkElement.prototype, HTMLBaseElement.prototype])
    wrapAccessor(owner, "href", (native) => ({
      get(this: Element) {
        const kept = keptUrlOf(this, "href");
        return kept === null ? native.get.call(this) : (resolveUrl(kept)?.href ?? kept);
      },
    }));
}
