import { scanCss } from "./css-scan";
import { scanHtml, valueEnd, type HtmlAttribute, type HtmlTag } from "./html-scan";
import { importMapEntries } from "./import-map";
import { isScriptType } from "./script-type";

/** Where the pages and style sheets of a package load scripts, style sheets, and what those name, from the internet. */

export type OutsideUse = {
  url: string;
  /** `prefix` is an entry of an import map that stands for many modules. */
  kind: "script" | "style" | "asset" | "module" | "prefix";
  /** Where the address stands in the source. */
  start: number;
  end: number;
  integrity: string;
  /** The module that names it runs without it. */
  isLazy: boolean;
  /** What a file of the package does not need: the attributes `integrity` and `crossorigin`. */
  drop: { start: number; end: number }[];
};

const OUTSIDE = /^\s*(?:https?:)?\/\//i;
const bare = { integrity: "", isLazy: false, drop: [] };

/** @param inModule finds the uses of a module in the page */
export function usesInPage(text: string, inModule: (source: string) => OutsideUse[]): OutsideUse[] {
  const uses: OutsideUse[] = [];
  scanHtml(text, (tag) => {
    for (const use of usesInside(tag, inModule)) {
      const { at } = tag.raw!;
      uses.push({ ...use, start: at + use.start, end: at + use.end });
    }
    const found = addressOf(tag);
    if (!found || !OUTSIDE.test(found.address.value)) return;
    const { address, kind } = found;
    const attribute = (name: string) => tag.attributes.find((each) => each.name === name);
    uses.push({
      url: absolute(address.value),
      kind,
      start: address.valueAt,
      end: valueEnd(text, address),
      integrity: attribute("integrity")?.value ?? "",
      isLazy: false,
      drop: ["integrity", "crossorigin"].flatMap((name) => {
        const extra = attribute(name);
        return extra ? [{ start: extra.at, end: attributeEnd(text, extra) }] : [];
      }),
    });
  });
  return uses;
}

/** In the text of a style sheet, a module, a script or an import map. */
function usesInside(tag: HtmlTag, inModule: (source: string) => OutsideUse[]): OutsideUse[] {
  if (!tag.raw) return [];
  const { source } = tag.raw;
  if (tag.name === "style") return usesInStyle(source, null);
  if (tag.name !== "script") return [];
  const type = typeOf(tag);
  if (type === "importmap") return usesInMap(source);
  return isScriptType(type) ? inModule(source) : [];
}

function usesInMap(source: string): OutsideUse[] {
  return importMapEntries(source).flatMap(({ scope, specifier, address, start, end }) => {
    if (!isOutside(address) || isOfOthers(scope)) return [];
    const kind = specifier.endsWith("/") ? "prefix" : "module";
    return [{ ...bare, url: absolute(address), kind, start, end }];
  });
}

/** A scope of modules of another host: what it maps is resolved where those import it. */
export const isOfOthers = (scope: string | null): boolean => scope !== null && isOutside(scope);

const typeOf = ({ attributes }: HtmlTag): string =>
  (attributes.find(({ name }) => name === "type")?.value ?? "").trim().toLowerCase();

function addressOf(tag: HtmlTag): { address: HtmlAttribute; kind: "script" | "style" | "module" } | null {
  const attribute = (name: string) => tag.attributes.find((each) => each.name === name);
  if (tag.name === "script") {
    const address = attribute("src");
    return address ? { address, kind: typeOf(tag) === "module" ? "module" : "script" } : null;
  }
  const address = tag.name === "link" ? attribute("href") : undefined;
  const rel = attribute("rel")?.value ?? "";
  if (address && /(?:^|\s)stylesheet(?:\s|$)/i.test(rel)) return { address, kind: "style" };
  return address && /(?:^|\s)modulepreload(?:\s|$)/i.test(rel) ? { address, kind: "module" } : null;
}

/** @param base where the style sheet is from, so that relative addresses count too; null for one of the package */
export function usesInStyle(text: string, base: string | null): OutsideUse[] {
  return [...scanCss(text)].flatMap(({ url, at, end, isImport }) => {
    if (/^\s*(?:#|data:)/i.test(url) || url.trim() === "") return [];
    if (!OUTSIDE.test(url) && base === null) return [];
    if (base !== null && !URL.canParse(url, base)) return [];
    const address = base === null ? absolute(url) : new URL(url, base).href;
    return [{ ...bare, url: address, kind: isImport ? "style" : "asset", start: at, end }];
  });
}

export const isOutside = (address: string): boolean => OUTSIDE.test(address);

export function absolute(url: string): string {
  const trimmed = url.trim();
  return trimmed.startsWith("//") ? `https:${trimmed}` : trimmed;
}

function attributeEnd(text: string, attribute: HtmlAttribute): number {
  const end = valueEnd(text, attribute);
  return /["']/.test(text[attribute.valueAt - 1] ?? "") && text[end] === text[attribute.valueAt - 1]
    ? end + 1
    : end;
}

/** The text with other text at those places, which do not overlap. */
export function replaced(
  text: string,
  places: readonly { start: number; end: number; by: string }[],
): string {
  let result = "";
  let at = 0;
  for (const { start, end, by } of [...places].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
}
