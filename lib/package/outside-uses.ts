import { scanCss } from "./css-scan";
import { scanHtml, type HtmlAttribute, type HtmlTag } from "./html-scan";

/** Where the pages and style sheets of a package load scripts, style sheets, and what those name, from the internet. */

export type OutsideUse = {
  url: string;
  kind: "script" | "style" | "asset";
  /** Where the address stands in the source. */
  start: number;
  end: number;
  integrity: string;
  isModule: boolean;
  /** What a file of the package does not need: the attributes `integrity` and `crossorigin`. */
  drop: { start: number; end: number }[];
};

const OUTSIDE = /^\s*(?:https?:)?\/\//i;
const bare = { integrity: "", isModule: false, drop: [] };

export function usesInPage(text: string): OutsideUse[] {
  const uses: OutsideUse[] = [];
  scanHtml(text, (tag) => {
    if (tag.name === "style" && tag.raw) {
      const { at, source } = tag.raw;
      for (const use of usesInStyle(source, null))
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
      isModule: kind === "script" && attribute("type")?.value.trim().toLowerCase() === "module",
      drop: ["integrity", "crossorigin"].flatMap((name) => {
        const extra = attribute(name);
        return extra ? [{ start: extra.at, end: attributeEnd(text, extra) }] : [];
      }),
    });
  });
  return uses;
}

function addressOf(tag: HtmlTag): { address: HtmlAttribute; kind: "script" | "style" } | null {
  const attribute = (name: string) => tag.attributes.find((each) => each.name === name);
  if (tag.name === "script") {
    const address = attribute("src");
    return address ? { address, kind: "script" } : null;
  }
  const isSheet = tag.name === "link" && /(?:^|\s)stylesheet(?:\s|$)/i.test(attribute("rel")?.value ?? "");
  const address = isSheet && attribute("href");
  return address ? { address, kind: "style" } : null;
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

function absolute(url: string): string {
  const trimmed = url.trim();
  return trimmed.startsWith("//") ? `https:${trimmed}` : trimmed;
}

/** Character references make a value shorter than its source. */
export function valueEnd(text: string, { at, valueAt }: HtmlAttribute): number {
  if (!text.slice(at, valueAt).includes("=")) return valueAt;
  const quote = text[valueAt - 1];
  const end =
    quote === '"' || quote === "'"
      ? text.indexOf(quote, valueAt)
      : text.slice(valueAt).search(/[\s>]/) + valueAt;
  return end < valueAt ? text.length : end;
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
