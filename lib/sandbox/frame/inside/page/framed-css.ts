/** Style sheets of framed pages. A frame has another origin than the page's blobs, so a sheet brings all that it needs. */
import { fileAt, textOf, urlOf } from "@/lib/sandbox/frame/inside/files";
import { rewriteCss } from "@/lib/sandbox/frame/inside/page/css";

/** What may stand before a sheet's rules; imports after those have no effect. */
const BEFORE_RULES =
  /\s+|\/\*[^]*?\*\/|@(?:charset|layer)\b[^;{}]*;|@import\s*(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^)'"\s]*))\s*\)|"([^"]*)"|'([^']*)')([^;{}]*)(?:;|$)/giy;
const CONDITIONS =
  /^\s*(layer\b(?:\(\s*([^)]*)\))?)?\s*(?:supports(\((?:[^()]|\([^()]*\))*\)))?\s*([^]*?)\s*$/i;

/**
 * The file with the sheets that it imports in their place, as the policy allows no URL for those.
 * @param inline gives the data URL of a file
 */
export function framedCssOf(file: string, inline: (url: string, base?: string) => string): string {
  return framedCss(textOf(file), urlOf(file), inline, [file]);
}

export function framedCss(
  css: string,
  base: string,
  inline: (url: string, base?: string) => string,
  within: readonly string[] = [],
): string {
  let before = "";
  let end = 0;
  for (const match of css.matchAll(BEFORE_RULES)) {
    const [found, ...groups] = match;
    end += found.length;
    const url = groups.slice(0, 5).find((group) => group !== undefined);
    const file = url ? fileAt(url, base) : null;
    // In a circle, the inner one stays empty, as in a browser.
    if (file === null) before += found;
    else if (!within.includes(file))
      before += underConditions(framedCss(textOf(file), urlOf(file), inline, [...within, file]), groups[5]!);
  }
  return before + rewriteCss(css.slice(end), base, inline);
}

function underConditions(css: string, written: string): string {
  const [, layer, name, supports, media] = CONDITIONS.exec(written) ?? [];
  let content = css;
  if (media) content = `@media ${media}{${content}}`;
  if (supports) content = `@supports ${supports}{${content}}`;
  return layer ? `@layer ${name ?? ""}{${content}}` : content;
}
