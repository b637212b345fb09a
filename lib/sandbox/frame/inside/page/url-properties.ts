/**
 * Elements and style objects through which a script gives the browser a URL: setters replace it by a blob URL, getters return
 * the file's virtual URL again.
 */
import {
  documentBase,
  resolveUrl,
  site,
  toLoadable,
  toVirtual,
  withoutBlobUrls,
} from "@/lib/sandbox/frame/inside/files";
import { linkBase } from "@/lib/sandbox/frame/inside/platform/navigation";
import { mayContainUrl, rewriteAttribute, rewriteSrcset } from "@/lib/sandbox/frame/inside/page/attributes";
import { mentionsUrl, rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { FRAME_SOURCE, showInFrame } from "@/lib/sandbox/frame/inside/page/child-frames";
import { replaceConstructor } from "@/lib/sandbox/frame/look-alike";
import { patchKeptUrls } from "@/lib/sandbox/frame/inside/page/kept-urls";
import { patchUrlReads } from "@/lib/sandbox/frame/inside/page/url-reads";
import { patchSelectors } from "@/lib/sandbox/frame/inside/page/selectors";
import {
  defineAccessor,
  define,
  wrapAccessor,
  wrapArgument,
  wrapGetter,
  wrapMethod,
} from "@/lib/sandbox/frame/inside/realm";

const URL_PROPERTIES: [owner: { prototype: object } | undefined, name: string][] = [
  [HTMLImageElement, "src"],
  [HTMLMediaElement, "src"],
  [HTMLSourceElement, "src"],
  [HTMLVideoElement, "poster"],
  [HTMLLinkElement, "href"],
  [HTMLScriptElement, "src"],
  [HTMLInputElement, "src"],
  [HTMLTrackElement, "src"],
  [HTMLEmbedElement, "src"],
];

/** Accepts any value that CSS can be set to; text without a URL is returned unchanged. */
const loadableCss = (css: unknown): string =>
  mentionsUrl(String(css)) ? rewriteCss(String(css)) : String(css);

const loadableIfString = (css: unknown): unknown => (typeof css === "string" ? loadableCss(css) : css);

export function patchUrls(): void {
  for (const [owner, name] of URL_PROPERTIES) {
    wrapAccessor(owner?.prototype, name, (native) => ({
      get(this: Element) {
        return toVirtual(resolvedAgainstPage(this, name, native.get.call(this)));
      },
      set(this: Element, value: unknown) {
        native.set.call(this, toLoadable(String(value).trim()));
      },
    }));
  }
  for (const owner of [HTMLImageElement, HTMLSourceElement]) {
    wrapAccessor(owner.prototype, "srcset", (native) => ({
      get(this: Element) {
        return withoutBlobUrls(native.get.call(this));
      },
      set(this: Element, value: unknown) {
        native.set.call(this, rewriteSrcset(String(value)));
      },
    }));
  }
  for (const owner of [HTMLImageElement, HTMLMediaElement]) {
    wrapGetter(owner.prototype, "currentSrc", toVirtual);
  }
  wrapAccessor(HTMLAnchorElement.prototype, "href", (native) => ({
    get(this: HTMLAnchorElement) {
      return resolvedAgainstPage(this, "href", native.get.call(this), linkBase());
    },
  }));
  for (const owner of [HTMLAnchorElement, HTMLAreaElement]) {
    wrapAccessor(owner.prototype, "pathname", (native) => ({
      get(this: HTMLAnchorElement) {
        const written = nativeGetAttribute.call(this, "href");
        const target = written === null ? null : resolveUrl(written, linkBase());
        return target?.origin === site.origin ? target.pathname : native.get.call(this);
      },
    }));
    define(owner.prototype, "toString", function (this: HTMLAnchorElement) {
      return this.href;
    });
  }
  patchAttributes();
  patchIntegrity();
  patchUrlReads();
  patchKeptUrls();
  patchSelectors();
  patchStyles();
  patchAudio();
  patchBase();
}

/** The browser resolves relative URLs against the run document; the app expects them resolved against its page. */
function resolvedAgainstPage(element: Element, attribute: string, native: unknown, base?: string): unknown {
  if (typeof native !== "string" || !native.startsWith(site.origin)) return native;
  const written = nativeGetAttribute.call(element, attribute);
  return written === null ? native : (resolveUrl(written, base)?.href ?? native);
}

const nativeGetAttribute = Element.prototype.getAttribute;

function loadableValue(element: Element, name: string, value: string): string {
  if (!mayContainUrl(name)) return value;
  return rewriteAttribute(element.localName, String(name).toLowerCase(), String(value));
}

function patchAttributes(): void {
  const element = Element.prototype;
  wrapMethod(element, "setAttribute", (native) => {
    return function setAttribute(this: Element, name: string, value: string) {
      if (isChecked(this) && /^integrity$/i.test(name)) return void (this.integrity = value);
      if (this instanceof HTMLIFrameElement && /^src(?:doc)?$/i.test(name)) {
        if (name.length > 3) return void (this.srcdoc = String(value));
        if (showInFrame(this, String(value))) return;
      }
      native.call(this, name, loadableValue(this, name, value));
    };
  });
  wrapMethod(element, "setAttributeNS", (native) => {
    return function setAttributeNS(this: Element, namespace: string | null, name: string, value: string) {
      native.call(this, namespace, name, loadableValue(this, name, value));
    };
  });
  for (const name of ["getAttribute", "getAttributeNS"] as const) {
    wrapMethod(element, name, (native) => {
      return function (this: Element, ...names: string[]) {
        const found = (native as (...names: string[]) => string | null).apply(this, names);
        if (found === null && this.localName === "iframe" && names.at(-1) === "src")
          return (native as (...names: string[]) => string | null).apply(this, [
            ...names.slice(0, -1),
            FRAME_SOURCE,
          ]);
        if (found === null && names.at(-1) === "integrity") return hashes.get(this) ?? null;
        return withoutBlobUrls(found);
      } as typeof native;
    });
  }
}

/** Of the files as they are in the package; what the browser loads in their place has another hash. */
const hashes = new WeakMap<Element, string>();

const isChecked = (element: Element): element is HTMLScriptElement | HTMLLinkElement =>
  element instanceof HTMLScriptElement || element instanceof HTMLLinkElement;

function patchIntegrity(): void {
  for (const owner of [HTMLScriptElement, HTMLLinkElement]) {
    wrapAccessor(owner.prototype, "integrity", () => ({
      get(this: Element) {
        return hashes.get(this) ?? "";
      },
      set(this: Element, value: unknown) {
        hashes.set(this, String(value));
      },
    }));
  }
}

function patchStyles(): void {
  const style = CSSStyleDeclaration.prototype;
  wrapArgument(style, "setProperty", 1, loadableIfString);
  wrapAccessor(style, "cssText", (native) => ({
    get(this: CSSStyleDeclaration) {
      return withoutBlobUrls(native.get.call(this));
    },
    set(this: CSSStyleDeclaration, value: unknown) {
      native.set.call(this, loadableCss(value));
    },
  }));
  wrapArgument(CSSGroupingRule.prototype, "insertRule", 0, loadableCss);
  for (const name of ["insertRule", "replace", "replaceSync"])
    wrapArgument(CSSStyleSheet.prototype, name, 0, loadableCss);
  const NativeFontFace = FontFace;
  replaceConstructor("FontFace", (args, newTarget) => {
    const [family, source, ...rest] = args;
    return Reflect.construct(
      NativeFontFace,
      [family, typeof source === "string" ? rewriteCss(source, undefined, toLoadable) : source, ...rest],
      newTarget,
    ) as object;
  });
}

/** `new Audio(url)` bypasses the `src` setter. */
function patchAudio(): void {
  const Native = window.Audio;
  replaceConstructor("Audio", ([url]) => {
    const audio = new Native();
    audio.preload = "auto";
    if (url !== undefined) audio.src = String(url);
    return audio;
  });
}

function patchBase(): void {
  defineAccessor(Node.prototype, "baseURI", documentBase);
  defineAccessor(Document.prototype, "referrer", () => "");
}
