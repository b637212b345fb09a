/** Patches the APIs that return a URL other than through an element's own property, so that they return virtual URLs. */
import {
  markupWithoutBlobUrls,
  resolveUrl,
  site,
  toVirtual,
  withoutBlobUrls,
  withVirtualUrls,
} from "@/lib/sandbox/frame/inside/files";
import { patchRequest } from "@/lib/sandbox/frame/inside/network/fetch";
import { currentHref, linkBase } from "@/lib/sandbox/frame/inside/platform/navigation";
import { define, wrapAccessor, wrapGetter, wrapMethod } from "@/lib/sandbox/frame/inside/realm";
import { replaceConstructor } from "@/lib/sandbox/frame/look-alike";
import { RUN_PATH } from "@/lib/sandbox/protocol/run-query";

const nativeGetAttribute = Element.prototype.getAttribute;
const nativeValueOf = CSSStyleDeclaration.prototype.getPropertyValue;
const { construct } = Reflect;
const runUrl = location.origin + RUN_PATH;

export function patchUrlReads(): void {
  wrapGetter(Attr.prototype, "value", withoutBlobUrls);
  wrapMethod(XMLSerializer.prototype, "serializeToString", (native) => {
    return function serializeToString(this: XMLSerializer, root: Node) {
      return markupWithoutBlobUrls(native.call(this, root));
    };
  });
  wrapGetter(StyleSheet.prototype, "href", toVirtual);
  wrapMethod(CSSStyleDeclaration.prototype, "getPropertyValue", (native) => {
    return function getPropertyValue(this: CSSStyleDeclaration, name: string) {
      return withoutBlobUrls(native.call(this, name));
    };
  });
  for (const [owner, name] of [
    [HTMLFormElement.prototype, "action"],
    [HTMLButtonElement.prototype, "formAction"],
    [HTMLInputElement.prototype, "formAction"],
    [HTMLAreaElement.prototype, "href"],
  ] as const) {
    wrapAccessor(owner, name, (native) => ({
      get(this: Element) {
        const written = nativeGetAttribute.call(this, name.toLowerCase());
        if (written === null && name === "href") return native.get.call(this);
        return resolveUrl(written || currentHref(), linkBase())?.href ?? native.get.call(this);
      },
    }));
  }
  for (const name of ["oldURL", "newURL"]) wrapGetter(HashChangeEvent.prototype, name, toPageUrl);
  wrapMethod(window as { getComputedStyle: typeof getComputedStyle }, "getComputedStyle", (native) => {
    return (...args) => readableStyle(native.apply(window, args));
  });
  patchConstructors();
}

/** Some libraries locate their folder by an image URL in a computed style. */
function readableStyle(style: CSSStyleDeclaration): CSSStyleDeclaration {
  return new Proxy(style, {
    get(target, key) {
      if (key === "getPropertyValue")
        return (name: string) => withVirtualUrls(nativeValueOf.call(target, name));
      const value = Reflect.get(target, key) as unknown;
      if (typeof value === "function") return value.bind(target) as unknown;
      return typeof value === "string" ? withVirtualUrls(value) : value;
    },
  });
}

/** Maps the run document's URL, given as an object or as text, to the page's URL. */
function toPageUrl(value: unknown): unknown {
  if (value === location) return currentHref();
  if (typeof value !== "string" || !value.startsWith(runUrl)) return value;
  return site.origin + new URL(currentHref()).pathname + value.slice(runUrl.length);
}

/** `new URL("x", location)` and `new Request("x")`: the browser would resolve both against the run document. */
function patchConstructors(): void {
  const Native = URL;
  replaceConstructor(
    "URL",
    (values, newTarget) => construct(Native, values.map(toPageUrl), newTarget) as object,
  );
  if ("webkitURL" in window) define(window, "webkitURL", window.URL, false);
  patchRequest((input) => resolveUrl(String(toPageUrl(input))));
}
