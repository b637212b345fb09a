import { scanCss } from "./css-scan";
import { scanHtml, valueEnd, type HtmlAttribute, type HtmlTag } from "./html-scan";

/** The files that a page or style sheet names, wherever they are from. */

export type NamedFile = {
  /** Absolute, without its fragment. */
  url: string;
  kind: "script" | "style" | "asset" | "media";
  /** Where an address with the name of a host stands in the source; null for any other, and in lists of addresses. */
  place: { start: number; end: number } | null;
  /** Whether it is of the host, not of the folder of what names it. */
  isRooted: boolean;
};

const HOSTED = /^\s*(?:https?:)?\/\//i;
const ICONS = /(?:^|\s)(?:icon|apple-touch-icon|mask-icon)(?:\s|$)/i;

/** @param address of the page */
export function namedInPage(text: string, address: string): { files: NamedFile[]; modules: string[] } {
  const files: NamedFile[] = [];
  /** Sources of the modules in the page. */
  const modules: string[] = [];
  let base = address;
  let hasBase = false;
  const add = (written: string, kind: NamedFile["kind"], place: NamedFile["place"]): void => {
    const named = namedFile(written, base, kind, place);
    if (named) files.push(named);
  };
  scanHtml(text, (tag) => {
    const attribute = (name: string) => tag.attributes.find((each) => each.name === name);
    const addAt = (found: HtmlAttribute | undefined, kind: NamedFile["kind"]): void => {
      if (found) add(found.value, kind, { start: found.valueAt, end: valueEnd(text, found) });
    };
    if (tag.name === "base" && !hasBase) {
      const href = attribute("href")?.value;
      if (href !== undefined && URL.canParse(href, address)) base = new URL(href, address).href;
      hasBase = href !== undefined;
    }
    const inline = attribute("style");
    if (inline) for (const { url } of scanCss(inline.value)) add(url, "asset", null);
    if (tag.raw) {
      if (tag.name === "style") addSheet(tag.raw.source, tag.raw.at);
      if (tag.name === "script" && !attribute("src")) addInline(tag, attribute("type")?.value ?? "");
    }
    for (const list of ["srcset", "imagesrcset"])
      for (const candidate of attribute(list)?.value.split(/,\s+|,(?=\S+\s)/) ?? [])
        add(candidate.trim().split(/\s/)[0] ?? "", "asset", null);
    if (tag.name === "script") addAt(attribute("src"), "script");
    if (tag.name === "img" || (tag.name === "input" && attribute("type")?.value === "image"))
      addAt(attribute("src"), "asset");
    if (["audio", "video", "source", "track"].includes(tag.name)) addAt(attribute("src"), "media");
    if (tag.name === "video") addAt(attribute("poster"), "asset");
    if (tag.name === "image") addAt(attribute("href") ?? attribute("xlink:href"), "asset");
    if (tag.name !== "link") return;
    const rel = attribute("rel")?.value ?? "";
    if (/(?:^|\s)stylesheet(?:\s|$)/i.test(rel)) addAt(attribute("href"), "style");
    else if (/(?:^|\s)modulepreload(?:\s|$)/i.test(rel)) addAt(attribute("href"), "script");
    else if (ICONS.test(rel)) addAt(attribute("href"), "asset");
  });
  return { files, modules };

  function addSheet(source: string, at: number): void {
    for (const { url, at: start, end, isImport } of scanCss(source))
      add(url, isImport ? "style" : "asset", { start: at + start, end: at + end });
  }
  function addInline({ raw }: HtmlTag, type: string): void {
    if (/^\s*module\s*$/i.test(type)) modules.push(raw!.source);
    if (!/^\s*importmap\s*$/i.test(type)) return;
    try {
      const { imports = {} } = JSON.parse(raw!.source) as { imports?: Record<string, unknown> };
      for (const target of Object.values(imports))
        if (typeof target === "string" && !target.endsWith("/")) add(target, "script", null);
    } catch {
      // The page has no import map then.
    }
  }
}

/** @param address of the style sheet */
export function namedInStyle(text: string, address: string): NamedFile[] {
  return [...scanCss(text)].flatMap(({ url, at, end, isImport }) => {
    const named = namedFile(url, address, isImport ? "style" : "asset", { start: at, end });
    return named ? [named] : [];
  });
}

/** A specifier that names a file; bare ones are names that an import map explains. */
export function namedInModule(specifier: string, address: string): NamedFile | null {
  return /^(?:\.{0,2}\/|https?:)/.test(specifier) ? namedFile(specifier, address, "script", null) : null;
}

function namedFile(
  written: string,
  base: string,
  kind: NamedFile["kind"],
  place: NamedFile["place"],
): NamedFile | null {
  const trimmed = written.trim();
  if (trimmed === "" || trimmed.startsWith("#") || !URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  if (!/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return {
    url: url.href,
    kind,
    place: HOSTED.test(trimmed) ? place : null,
    isRooted: trimmed.startsWith("/") || HOSTED.test(trimmed),
  };
}
