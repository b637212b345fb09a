/** Style sheets of framed pages. A frame has another origin than the page's blobs, so a sheet brings all that it needs. */
import { fileAt, textOf, urlOf } from "@/lib/sandbox/frame/inside/files";
import { rewriteCss } from "@/lib/sandbox/frame/inside/page/css";

const IMPORT =
  /\/\*[^]*?\*\/|@import\s*(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^)'"\s]*))\s*\)|"([^"]*)"|'([^']*)')([^;{}]*)(?:;|$)/gi;
const CONDITIONS =
  /^\s*(layer\b(?:\(\s*([^)]*)\))?)?\s*(?:supports(\((?:[^()]|\([^()]*\))*\)))?\s*([^]*?)\s*$/i;

/** The file with the sheets that it imports in their place, as the policy allows no URL for those. @param inline gives the data URL of a file */
export function framedCssOf(file: string, inline: (url: string, base?: string) => string): string {
  return framedCss(textOf(file), urlOf(file), inline, [file]);
}

export function framedCss(
  css: string,
  base: string,
  inline: (url: string, base?: string) => string,
  within: readonly string[] = [],
): string {
  const imported: string[] = [];
  const rest = css.replace(IMPORT, (found: string, ...groups: unknown[]) => {
    if (found.startsWith("/*")) return found;
    const url = (groups.slice(0, 5) as (string | undefined)[]).find((group) => group !== undefined);
    const file = url ? fileAt(url, base) : null;
    if (file === null) return found;
    // In a circle, the inner one stays empty, as in a browser.
    if (within.includes(file)) return "";
    const content = framedCss(textOf(file), urlOf(file), inline, [...within, file]);
    imported.push(underConditions(content, groups[5] as string));
    return "";
  });
  return imported.join("\n") + rewriteCss(rest, base, (url) => inline(url, base));
}

function underConditions(css: string, written: string): string {
  const [, layer, name, supports, media] = CONDITIONS.exec(written) ?? [];
  let content = css;
  if (media) content = `@media ${media}{${content}}`;
  if (supports) content = `@supports ${supports}{${content}}`;
  return layer ? `@layer ${name ?? ""}{${content}}` : content;
}
