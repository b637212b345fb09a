/** Rewrites `url()`, `@import` and `image-set()` in style sheets to the blob URLs of the package's files. */
import { remoteFileAt, toLoadable } from "@/lib/sandbox/frame/inside/files";
import { lateCss } from "@/lib/sandbox/frame/inside/page/late-css";
import { ownFragment } from "@/lib/sandbox/frame/inside/page/own-fragment";

const TOKEN =
  /\/\*[\s\S]*?\*\/|@(?:import|font-face|property)\b|url\(\s*(?:"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'|((?:\\[\s\S]|[^)'"\s\\])*))\s*\)|"((?:\\[\s\S]|[^"\\\n])*)"|'((?:\\[\s\S]|[^'\\\n])*)'|image-set\(|[;{}]/gi;

/** Cheap test before the real work: most styles contain no URL. */
export function mentionsUrl(css: string): boolean {
  return /url\(|@import|image-set\(/i.test(css);
}

const loadableOf = (url: string, base?: string): string =>
  ownFragment(url, base)?.replace(/["\\\n]/g, "\\$&") ?? toLoadable(url, base);

/**
 * @param base URL of the style sheet, against which its relative URLs are resolved
 * @param load maps a URL to one that the browser can load; returns it unchanged if it means no file of the package
 */
export function rewriteCss(
  css: string,
  base?: string,
  load: (url: string, base?: string) => string = loadableOf,
): string {
  let afterImport = false;
  let inImageSet = false;
  /** No custom property counts there. */
  let inDescriptors = false;
  return css.replace(TOKEN, (token: string, ...groups: unknown[]) => {
    const first = token[0]!;
    if (first === "/") return token;
    if (first === "@") {
      afterImport = token.toLowerCase() === "@import";
      inDescriptors = !afterImport;
      return token;
    }
    if (first === ";" || first === "{" || first === "}") {
      afterImport = false;
      inImageSet = false;
      if (first === "}") inDescriptors = false;
      return token;
    }
    if (token.length === 10 && token.toLowerCase() === "image-set(") {
      inImageSet = true;
      return token;
    }
    const isString = first === '"' || first === "'";
    // A string is a URL only after @import and inside image-set; elsewhere it is content.
    if (isString && !afterImport && !inImageSet) return token;
    const [doubleQuoted, singleQuoted, unquoted, doubleString, singleString] = groups as (
      string | undefined
    )[];
    const written = doubleQuoted ?? singleQuoted ?? unquoted ?? doubleString ?? singleString ?? "";
    const mayWait = load === loadableOf && !afterImport && !inDescriptors;
    afterImport = false;
    if (!written) return token;
    const url = written.replace(
      /\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi,
      (_, hex: string | undefined, char: string) => (hex ? String.fromCodePoint(parseInt(hex, 16)) : char),
    );
    // All fonts are here: this is one in a format that no browser reads, beside others.
    if (inDescriptors && remoteFileAt(url, base) !== null) return token;
    const late = mayWait ? lateCss(url, base) : null;
    if (late !== null) return late;
    const loadable = load(url, base);
    return loadable === url ? token : `url("${loadable}")`;
  });
}
