import { isCompressedScript } from "./compressed-build";
import { scanCss } from "./css-scan";
import { scanHtml, type HtmlTag } from "./html-scan";
import { importMapEntries } from "./import-map";
import { inspectScript } from "./inspect-script";
import type { EntryNotes } from "./inspection-notes";
import { isOfOthers, isOutside } from "./outside-uses";
import { isScriptType } from "./script-type";
import { unbuiltScript } from "./unbuilt-source";

/** Attributes with which an element loads a resource. */
const LOADING_ATTRIBUTES: Record<string, readonly string[]> = {
  script: ["src"],
  img: ["src"],
  audio: ["src"],
  video: ["src", "poster"],
  source: ["src"],
  track: ["src"],
  embed: ["src"],
  iframe: ["src"],
  object: ["data"],
  input: ["src"],
  image: ["href", "xlink:href"],
  use: ["href", "xlink:href"],
};

const LOADING_RELATIONS = /\b(?:stylesheet|preload|modulepreload|icon|manifest)\b/i;

/** Scans an HTML document: handlers, scripts, styles, URLs. */
export function inspectPage(text: string, notes: EntryNotes): void {
  scanHtml(text, (tag) => {
    for (const { name, value, at, valueAt } of tag.attributes) {
      if (/^on[a-z]{3,30}$/.test(name)) {
        notes.handler(name, value, "markup", at);
        // Character references make the value shorter than its source, so every place is that of the attribute.
        inspectScript(value, 0, notes.at(valueAt));
      } else if (name === "style") {
        for (const { url } of scanCss(value)) notes.address(url, "load", valueAt);
      }
    }
    inspectAddresses(tag, notes);
    if (tag.raw && tag.name === "style") inspectStyle(tag.raw.source, tag.raw.at, notes);
    if (tag.name === "script") inspectScriptTag(tag, notes);
  });
}

/** Scans a style sheet that begins at offset `base` of its entry. */
export function inspectStyle(text: string, base: number, notes: EntryNotes): void {
  for (const { url, at } of scanCss(text)) notes.address(url, "load", base + at);
}

function inspectAddresses(tag: HtmlTag, notes: EntryNotes): void {
  const attribute = (name: string) => tag.attributes.find((candidate) => candidate.name === name);
  for (const name of LOADING_ATTRIBUTES[tag.name] ?? []) {
    const found = attribute(name);
    if (found && !/^\s*javascript:/i.test(found.value)) notes.address(found.value, "load", found.valueAt);
  }
  const candidates = tag.name === "img" || tag.name === "source" ? attribute("srcset") : undefined;
  if (candidates && !candidates.value.includes("data:")) {
    for (const candidate of candidates.value.split(",", 50)) {
      notes.address(candidate.trim().split(/\s/)[0] ?? "", "load", candidates.valueAt);
    }
  }
  const href = attribute("href");
  if (!href) return;
  if (tag.name === "link" && LOADING_RELATIONS.test(attribute("rel")?.value ?? "")) {
    notes.address(href.value, "load", href.valueAt);
  } else if (tag.name === "a" || tag.name === "area") {
    notes.address(href.value, "link", href.valueAt);
  }
}

function inspectScriptTag(tag: HtmlTag, notes: EntryNotes): void {
  const type = (tag.attributes.find(({ name }) => name === "type")?.value ?? "").trim().toLowerCase();
  if (type === "module" || type === "importmap") notes.need("modules", tag.at);
  if (type === "importmap" && tag.raw) {
    for (const { scope, address, start } of importMapEntries(tag.raw.source))
      if (isOutside(address) && !isOfOthers(scope)) notes.address(address, "load", tag.raw.at + start);
  }
  const src = tag.attributes.find(({ name }) => name === "src");
  if (src && !isOutside(src.value) && isCompressedScript(src.value.replace(/[?#].*$/s, "")))
    notes.compressed(src.value, src.valueAt);
  const unbuilt = unbuiltScript(tag);
  if (unbuilt) notes.unbuilt(unbuilt.file, unbuilt.at);
  if (isScriptType(type) && tag.raw) inspectScript(tag.raw.source, tag.raw.at, notes);
}
