/** Selectors that test a URL (`img[src$="a.png"]`): the attribute holds a blob URL, so the matching files' blob URLs are added. */
import { blobUrlsOf } from "@/lib/sandbox/frame/inside/files";
import { KEPT } from "@/lib/sandbox/frame/inside/page/kept-urls";
import { wrapArgument } from "@/lib/sandbox/frame/inside/realm";

const URL_TEST =
  /\[\s*(src|href|poster|srcset)\s*([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s\]"']+))\s*([is]?)\s*\]/gi;
/** With more matching files than this, the selector would become too slow and is left unchanged. */
const ALTERNATIVES_MAX = 500;

const MATCHES: Record<string, (written: string, value: string) => boolean> = {
  "=": (written, value) => written === value,
  "^=": (written, value) => value !== "" && written.startsWith(value),
  "$=": (written, value) => value !== "" && written.endsWith(value),
  "*=": (written, value) => value !== "" && written.includes(value),
  "~=": (written, value) => written.split(/\s+/).includes(value),
  "|=": (written, value) => written === value || written.startsWith(`${value}-`),
};

/** Of elements whose URL is kept elsewhere. */
const KEPT_URL = /(?<![\w.#\-"'])(base|link)\[\s*href\s*\]/gi;

function withBlobUrls(selector: unknown): string {
  const text = String(selector).replace(KEPT_URL, `$1:is([href],[${KEPT}])`);
  if (!text.includes("[") || !/\[\s*(?:src|href|poster)/i.test(text)) return text;
  return text.replace(URL_TEST, (test: string, name: string, operator: string, ...groups: unknown[]) => {
    const [inDouble, inSingle, unquoted, flag] = groups as (string | undefined)[];
    const value = inDouble ?? inSingle ?? unquoted ?? "";
    const matches = MATCHES[operator]!;
    const found = blobUrlsOf((written) =>
      flag === "i" ? matches(written.toLowerCase(), value.toLowerCase()) : matches(written, value),
    );
    if (!found.length || found.length > ALTERNATIVES_MAX) return test;
    return `:is(${[test, ...found.map((url) => `[${name}="${url}"]`)].join(",")})`;
  });
}

export function patchSelectors(): void {
  for (const owner of [Document.prototype, DocumentFragment.prototype, Element.prototype]) {
    for (const name of ["querySelector", "querySelectorAll", "matches", "closest", "webkitMatchesSelector"]) {
      wrapArgument(owner, name, 0, withBlobUrls);
    }
  }
}
