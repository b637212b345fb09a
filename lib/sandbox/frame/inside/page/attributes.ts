/** Rewrites the attributes whose URLs the browser loads. */
import { toLoadable } from "@/lib/sandbox/frame/inside/files";
import { mentionsUrl, rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { ownFragment } from "@/lib/sandbox/frame/inside/page/own-fragment";
import { rewriteLocations } from "@/lib/sandbox/protocol/script-locations";

const SRC_TAGS = new Set(["img", "script", "audio", "video", "source", "track", "input", "embed"]);
const HREF_TAGS = new Set(["link", "image", "feimage", "script"]);
/** SVG elements whose `href` names another element. */
const REFERENCES =
  /^(?:use|(?:linear|radial)gradient|pattern|textpath|mpath|animate|animate(?:motion|transform)|set)$/i;

/** Attributes of a script or style that make the browser refuse a blob URL. */
export const BLOCKING_ATTRIBUTES = ["integrity", "crossorigin"];

/** Matches every element that `rewriteAttribute` may change. */
export const REWRITABLE =
  "[src],[srcset],[poster],[style],[background],[imagesrcset],style,link,image,feImage,use,script,object";

/** Returns the value with which the browser can load what the app's `value` means; unchanged if it needs no rewriting. */
export function rewriteAttribute(tag: string, name: string, value: string): string {
  switch (name) {
    case "src":
      return SRC_TAGS.has(tag) ? toLoadable(value.trim()) : value;
    case "href":
    case "xlink:href":
      if (REFERENCES.test(tag)) return ownFragment(value.trim()) ?? value;
      return HREF_TAGS.has(tag) ? toLoadable(value.trim()) : value;
    case "poster":
    case "background":
      return toLoadable(value.trim());
    case "srcset":
    case "imagesrcset":
      return rewriteSrcset(value);
    case "style":
    case "clip-path":
    case "mask":
    case "filter":
    case "fill":
    case "stroke":
    case "cursor":
    case "marker":
    case "marker-start":
    case "marker-mid":
    case "marker-end":
      return mentionsUrl(value) ? rewriteCss(value) : value;
    default:
      return name.startsWith("on") ? rewriteLocations(value) : value;
  }
}

/** Candidates are separated by commas, but a URL may contain commas itself, so it ends at white space. */
const CANDIDATE = /(\s*)([^\s,]\S*[^\s,]|[^\s,])([^,]*(?:,|$))/g;

export function rewriteSrcset(value: string): string {
  return value.replace(CANDIDATE, (_, space: string, url: string, rest: string) => {
    return space + toLoadable(url) + rest;
  });
}

export const urlsOfSrcset = (value: string): string[] =>
  Array.from(value.matchAll(CANDIDATE), ([, , url]) => url!);

/** Cheap test that spares most calls the lower-casing. */
const URL_ATTRIBUTE =
  /^(?:src|href|xlink:href|poster|background|srcset|imagesrcset|style|on|fill$|stroke$|filter$|mask$|clip-path$|marker|cursor$)/i;
export const mayContainUrl = (name: string): boolean => URL_ATTRIBUTE.test(name);
