import { warning, type Finding } from "./finding";
import { findOtherIndex, findRunnablePage } from "./find-page";
import { isJsonObject, JsonSyntaxError, parseJsonSource, type JsonObject } from "./json-source";
import { fitName, makeManifest } from "./made-manifest";
import { MANIFEST_FILE } from "./manifest";
import type { PackageFiles } from "./package-files";
import { printable } from "./path-rules";
import { isWebManifest, pageFacts } from "./page-facts";
import { decodeUtf8 } from "./text-place";

/**
 * Gives `files` a manifest where they have none, or only that of a web app, and fills in name and entry where
 * a manifest leaves them out. An invalid one stays, so that the check reports its errors to the author.
 * @param name of an app whose page has no title
 */
export function ensureManifest(files: PackageFiles, name: string): Finding[] {
  const bytes = files.get(MANIFEST_FILE);
  const written = bytes && parse(bytes);
  if (bytes && !written) return [];
  if (written && !isWebManifest(written)) {
    return fillIn(files, written, name);
  }
  const page = findRunnablePage(files);
  if (page === null) return [];
  const findings = chosen(files, page);
  const facts = pageFacts(files, page);
  if (written)
    findings.push(warning("manifest_replaced", { entry: MANIFEST_FILE }, { entry: MANIFEST_FILE }));
  const made = makeManifest({ ...facts, name: facts.name || name, html: page });
  files.set(MANIFEST_FILE, made.bytes);
  if (made.shortened !== null)
    findings.push(warning("name_shortened", { name: made.shortened }, { entry: MANIFEST_FILE }));
  return findings;
}

function parse(bytes: Uint8Array): JsonObject | null {
  try {
    const { value } = parseJsonSource(decodeUtf8(bytes) ?? "");
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

/** Says which page it is where it might be another one. At the top, it is where everybody looks for it. */
function chosen(files: PackageFiles, page: string): Finding[] {
  if (!page.includes("/")) return [];
  const other = findOtherIndex(files.keys(), page);
  if (other === null) return [];
  return [warning("page_chosen", { entry: printable(page), other: printable(other) }, { entry: page })];
}

function fillIn(files: PackageFiles, written: JsonObject, name: string): Finding[] {
  const named = entryIn(written["entry"]);
  const page = named ? null : findRunnablePage(files);
  const entry = named ?? (page === null ? null : { html: page });
  if (entry === null) return [];
  const findings = page === null ? [] : chosen(files, page);
  const filled: JsonObject = { ...written };
  if (entry !== written["entry"]) filled["entry"] = entry;
  if (filled["name"] === undefined || filled["icon"] === undefined) {
    const facts = pageFactsOf(files, entry);
    if (filled["name"] === undefined) filled["name"] = fitName(facts?.name || name).name;
    if (filled["icon"] === undefined && facts?.icon) filled["icon"] = facts.icon;
  }
  if (Object.keys(filled).every((key) => filled[key] === written[key])) return findings;
  files.set(MANIFEST_FILE, new TextEncoder().encode(`${JSON.stringify(filled, null, 2)}\n`));
  return findings;
}

/** An entry that names something; a path alone is a page or a script. */
function entryIn(value: JsonObject[string] | undefined): JsonObject | null {
  if (typeof value === "string" && value.trim() !== "")
    return /\.m?js$/i.test(value.trim()) ? { module: value } : { html: value };
  if (!isJsonObject(value)) return null;
  const names = [value["html"], value["module"]];
  return names.some((each) => each !== undefined && each !== "" && !/^\s+$/.test(String(each)))
    ? value
    : null;
}

function pageFactsOf(files: PackageFiles, { html }: JsonObject) {
  const page = typeof html === "string" ? html.trim().replace(/^(?:\.\/)+/, "") : "";
  return files.has(page) ? pageFacts(files, page) : null;
}
