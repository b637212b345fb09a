import { toAppCategory } from "./category";
import { scanHtml, type HtmlTag } from "./html-scan";
import { isJsonObject, JsonSyntaxError, parseJsonSource, type JsonObject } from "./json-source";
import type { PackageFiles } from "./package-files";
import { decodeUtf8 } from "./text-place";
import { visibleLine } from "@/lib/shared/hidden-characters";

/** What a page says about itself, in its head and in its web app manifest. Untrusted text, not yet fitted to our limits. */
export type PageFacts = {
  name: string;
  description: string;
  icon?: string;
  /** Where there is no `icon`: packages take none, but a browser makes a picture of it. */
  svgIcon?: string;
  category?: string;
};

type Files = Pick<PackageFiles, "get" | "has" | "keys">;

const HEAD_MAX_BYTES = 256 * 1024;
const DESCRIPTION_MAX_CHARS = 500;
/** Titles that tools write, which name nothing. */
const GENERIC_TITLE =
  /^(?:document|untitled.*|new page|index|home|page title|(?:vite|react|vue|svelte|webpack|parcel|angular|preact|solid)(?: ?\+ ?\w+)* ?(?:app|project)?|vite(?: \+ \w+)+)$/i;
/** "Unity WebGL Player | Name" */
const TITLE_PREFIX = /^unity (?:webgl|web) player\s*[|–-]\s*/i;
const WEB_MANIFESTS = ["manifest.json", "manifest.webmanifest", "site.webmanifest", "app.webmanifest"];
const RASTER = /\.(?:png|jpe?g|webp|gif|ico)$/i;
const SVG = /\.svg$/i;
const USUAL_SVG_ICONS = ["icon.svg", "favicon.svg"];
const USUAL_ICONS = [
  ...["icon", "apple-touch-icon", "icon-512", "logo512", "icon-192", "logo192", "favicon"].map(
    (name) => `${name}.png`,
  ),
  "favicon.ico",
];
/** Pixels where a link says none. */
const TOUCH_ICON_PX = 180;
const LINK_ICON_PX = 32;

export function pageFacts(files: Files, page: string): PageFacts {
  const tags = headOf(files.get(page)!);
  const folder = page.slice(0, page.lastIndexOf("/") + 1);
  const linked = linksOf(tags, "manifest").flatMap(({ href }) => inPackage(files, folder, href) ?? []);
  const usual = [...new Set(["", folder])].flatMap((at) => WEB_MANIFESTS.map((name) => at + name));
  const web = [...linked, ...usual].flatMap((path) => readWebManifest(files, path) ?? [])[0];

  const icons = [
    ...linksOf(tags, "apple-touch-icon").map((link) => ({ ...link, px: pixels(link.sizes, TOUCH_ICON_PX) })),
    ...linksOf(tags, "icon").map((link) => ({ ...link, px: pixels(link.sizes, LINK_ICON_PX) })),
  ].flatMap(({ href, px }) => ({ file: inPackage(files, folder, href), px }));
  icons.push(...(web ? iconsOf(web, files) : []));
  const best = (type: RegExp, otherwise: readonly string[]): string | undefined =>
    icons.filter(({ file }) => file !== null && type.test(file)).sort((a, b) => b.px - a.px)[0]?.file ??
    [folder, ""].flatMap((at) => otherwise.map((name) => at + name)).find((file) => files.has(file));
  const icon = best(RASTER, USUAL_ICONS);
  const svgIcon = icon ? undefined : best(SVG, USUAL_SVG_ICONS);

  const categories = Array.isArray(web?.value["categories"]) ? web.value["categories"] : [];
  const category = categories
    .map((each) => toAppCategory(typeof each === "string" ? each : ""))
    .find((each) => each !== "other");
  return {
    name: text(web?.value["name"]) || text(web?.value["short_name"]) || titleOf(tags),
    description: visibleLine(text(web?.value["description"]) || meta(tags, "description")).slice(
      0,
      DESCRIPTION_MAX_CHARS,
    ),
    ...(icon ? { icon } : {}),
    ...(svgIcon ? { svgIcon } : {}),
    ...(category ? { category } : {}),
  };
}

/** Fields that only the manifest of a web app has. Its file is often called manifest.json, too. */
const WEB_FIELDS = [
  "start_url",
  "icons",
  "short_name",
  "display",
  "scope",
  "theme_color",
  "background_color",
];

export function isWebManifest(value: JsonObject): boolean {
  return value["entry"] === undefined && WEB_FIELDS.some((field) => value[field] !== undefined);
}

type WebManifest = { path: string; value: JsonObject };

function readWebManifest(files: Files, path: string): WebManifest | null {
  const bytes = files.get(path);
  if (!bytes || bytes.length > HEAD_MAX_BYTES) return null;
  try {
    const { value } = parseJsonSource(decodeUtf8(bytes) ?? "");
    return isJsonObject(value) && value["entry"] === undefined ? { path, value } : null;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

function iconsOf({ path, value }: WebManifest, files: Files): { file: string | null; px: number }[] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const icons = Array.isArray(value["icons"]) ? value["icons"] : [];
  return icons.flatMap((icon) => {
    if (!isJsonObject(icon)) return [];
    const purpose = text(icon["purpose"]) || "any";
    // A maskable picture has a wide margin, and a monochrome one no colour.
    const px = pixels(text(icon["sizes"]), LINK_ICON_PX) / (purpose.includes("any") ? 1 : 1_000);
    return { file: inPackage(files, folder, text(icon["src"])), px };
  });
}

/** The widest of sizes such as "48x48 192x192". */
function pixels(sizes: string, unknown: number): number {
  const widths = [...sizes.matchAll(/(\d{1,5})x\d/gi)].map(([, width]) => Number(width));
  return widths.length > 0 ? Math.max(...widths) : unknown;
}

/** The file that a URL of a page or a manifest in `folder` means. */
function inPackage(files: Files, folder: string, url: string): string | null {
  const path = url.trim().replace(/[?#].*$/s, "");
  if (path === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return null;
  const found = [`${path.startsWith("/") ? "" : folder}${path}`, `${folder}${path}`]
    .map(normal)
    .find((file) => files.has(file));
  return found ?? null;
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of safeDecode(path).normalize("NFC").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function headOf(bytes: Uint8Array): HtmlTag[] {
  const tags: HtmlTag[] = [];
  scanHtml(new TextDecoder().decode(bytes.subarray(0, HEAD_MAX_BYTES)), (tag) => tags.push(tag));
  return tags;
}

function titleOf(tags: readonly HtmlTag[]): string {
  // A title after the body begins is that of a picture.
  const tag = tags.find(({ name }) => name === "title" || name === "body");
  const title = (tag?.raw?.text ?? "").replace(/\s+/g, " ").trim().replace(TITLE_PREFIX, "");
  const named = [meta(tags, "application-name"), meta(tags, "apple-mobile-web-app-title"), title];
  return named.find((each) => each !== "" && !GENERIC_TITLE.test(each)) ?? "";
}

const attribute = (tag: HtmlTag, name: string): string =>
  tag.attributes.find((candidate) => candidate.name === name)?.value.trim() ?? "";

function meta(tags: readonly HtmlTag[], name: string): string {
  const tag = tags.find((each) => each.name === "meta" && attribute(each, "name").toLowerCase() === name);
  return tag ? attribute(tag, "content") : "";
}

function linksOf(tags: readonly HtmlTag[], relation: string): { href: string; sizes: string }[] {
  return tags
    .filter(
      (tag) => tag.name === "link" && attribute(tag, "rel").toLowerCase().split(/\s+/).includes(relation),
    )
    .map((tag) => ({ href: attribute(tag, "href"), sizes: attribute(tag, "sizes") }));
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
