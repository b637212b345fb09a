import { parse as parseToml, TomlError, type TomlTable } from "smol-toml";
import { MANIFEST_MAX_BYTES, PACKAGE_LIMITS } from "./limits";
import { hasHiddenCharacterOrBreak } from "@/lib/shared/hidden-characters";
import { openArchive, plainBytes, type Archive } from "./archive";
import { warning, type Finding } from "./finding";
import { scanHtml, type HtmlTag } from "./html-scan";
import { findPage } from "./find-page";
import { isJsonObject, JsonSyntaxError, parseJsonSource } from "./json-source";
import { makeManifest } from "./made-manifest";
import { MANIFEST_FILE } from "./manifest";
import { refuse } from "./package-error";
import { ArchiveFiles, type PackageFiles } from "./package-files";
import { byteSize } from "@/lib/shared/byte-size";
import { printable } from "./path-rules";
import { findPackageRoot, findTopFolder, type PackageRoot } from "./package-root";
import { decodeUtf8 } from "./text-place";

export type Unpacked = {
  files: PackageFiles;
  findings: Finding[];
  /** The name of an app that has none: that of its file. */
  name: string;
};

const PAGE_FILE = "index.html";
const WEBXDC_FILE = "manifest.toml";

/**
 * The files of an upload: a `.gum` package, any zip with a page, a webxdc app or a single page. The latter two get a manifest
 * here, a zip of pages gets it by `ensureManifest`.
 * @param fileName "" if unknown. A webxdc app without `manifest.toml`, and a page that begins with text, are recognized by
 * the extension alone.
 * @throws PackageError
 */
export function unpack(given: Uint8Array, fileName: string): Unpacked {
  const bytes = plainBytes(given);
  if (bytes.length > PACKAGE_LIMITS.packedBytes) {
    throw refuse("package_too_large", {
      size: byteSize(bytes.length),
      limit: byteSize(PACKAGE_LIMITS.packedBytes),
    });
  }
  const zip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!zip && (/\.x?html?$/i.test(fileName) || looksLikePage(bytes))) return unpackPage(bytes, fileName);

  const archive = openArchive(bytes);
  const xdc = /\.xdc$/i.test(fileName);
  const root = findPackageRoot(archive.entries.keys());
  const name = baseName(fileName);
  if (root && !(xdc && !isGumManifest(archive, root)))
    return { files: new ArchiveFiles(archive, root.paths), findings: root.findings, name };
  const app = findPackageRoot(archive.entries.keys(), xdc ? PAGE_FILE : WEBXDC_FILE);
  if (app) return unpackWebxdc(archive, app, fileName);
  if (xdc) throw refuse("webxdc_without_index");
  const pages = findTopFolder(archive.entries.keys());
  if (findPage(pages.paths.keys()) === null) throw refuse("manifest_missing");
  return { files: new ArchiveFiles(archive, pages.paths), findings: pages.findings, name };
}

/** A web app manifest is also called manifest.json; only ours has an entry. */
function isGumManifest(archive: Archive, { paths }: PackageRoot): boolean {
  const text = decodeUtf8(archive.read(paths.get(MANIFEST_FILE)!));
  try {
    const { value } = parseJsonSource(text ?? "");
    return isJsonObject(value) && value["entry"] !== undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
}

function unpackWebxdc(archive: Archive, root: PackageRoot, fileName: string): Unpacked {
  const files = new ArchiveFiles(archive, root.paths);
  if (!files.has(PAGE_FILE)) throw refuse("webxdc_without_index");
  const findings = [...root.findings];
  const toml = files.get(WEBXDC_FILE);
  if (toml && toml.length > MANIFEST_MAX_BYTES) {
    const params = { size: byteSize(toml.length), limit: byteSize(MANIFEST_MAX_BYTES) };
    throw refuse("manifest_too_large", { entry: WEBXDC_FILE, ...params });
  }
  const source = toml === undefined ? "" : decodeUtf8(toml);
  if (source === null) throw refuse("manifest_not_utf8", { entry: WEBXDC_FILE });
  const { name, source_code_url: sourceCodeUrl } = readToml(source, findings);
  if (files.delete(MANIFEST_FILE)) {
    findings.push(warning("manifest_replaced", { entry: MANIFEST_FILE }, { entry: MANIFEST_FILE }));
  }
  const icon = ["icon.png", "icon.jpg"].find((file) => files.has(file));
  const facts = {
    name: (typeof name === "string" && name) || baseName(fileName) || pageTitle(files.get(PAGE_FILE)!),
    html: PAGE_FILE,
    webxdc: true,
    ...(icon === undefined ? {} : { icon }),
    ...(typeof sourceCodeUrl === "string" && isHttps(sourceCodeUrl) ? { sourceCodeUrl } : {}),
  };
  return withManifest(files, facts, findings);
}

/** The first invalid line is a finding; the lines before it count. */
function readToml(source: string, findings: Finding[]): TomlTable {
  try {
    return parseToml(source);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { line } = error;
    findings.push(warning("toml_line", {}, { entry: WEBXDC_FILE, line, column: 1 }));
    return line > 1 ? readToml(source.split(/\r?\n/, line - 1).join("\n"), findings) : {};
  }
}

function unpackPage(bytes: Uint8Array<ArrayBuffer>, fileName: string): Unpacked {
  const entry = printable(fileName) || PAGE_FILE;
  const text = decodeUtf8(bytes);
  if (text === null || text.includes("\0")) throw refuse("html_not_utf8", { entry });
  if (text.trim() === "") throw refuse("html_empty", { entry });
  const files = new Map<string, Uint8Array>([[PAGE_FILE, bytes.slice()]]);
  return withManifest(files, { name: pageTitle(bytes) || baseName(fileName), html: PAGE_FILE }, []);
}

function withManifest(
  files: PackageFiles,
  facts: Parameters<typeof makeManifest>[0],
  findings: Finding[],
): Unpacked {
  const made = makeManifest(facts);
  files.set(MANIFEST_FILE, made.bytes);
  if (made.shortened !== null)
    findings.push(warning("name_shortened", { name: made.shortened }, { entry: MANIFEST_FILE }));
  return { files, findings, name: facts.name };
}

const FIRST_TAGS = new Set(
  "html head body title meta link base script style div main section header canvas svg h1 p".split(" "),
);

function looksLikePage(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 4_096));
  if (!text.trimStart().startsWith("<")) return false;
  if (/<!doctype\s+html/i.test(text)) return true;
  const [first] = tagsOf(text);
  return first !== undefined && FIRST_TAGS.has(first.name);
}

function pageTitle(bytes: Uint8Array): string {
  const tags = tagsOf(new TextDecoder().decode(bytes.subarray(0, 256 * 1024)));
  const title = tags.find(({ name }) => name === "title" || name === "body");
  return title?.raw?.text.replace(/\s+/g, " ").trim() ?? "";
}

function tagsOf(text: string): HtmlTag[] {
  const tags: HtmlTag[] = [];
  scanHtml(text, (tag) => tags.push(tag));
  return tags;
}

function baseName(fileName: string): string {
  return fileName.replace(/^.*[/\\]/, "").replace(/\.[A-Za-z0-9]+$/, "");
}

function isHttps(url: string): boolean {
  return (
    /^https:\/\//i.test(url) && url.length <= 2_000 && URL.canParse(url) && !hasHiddenCharacterOrBreak(url)
  );
}
