/** Prepares the entry page: parses it with the browser's parser, rewrites it, and returns it as text for document.write. */
import {
  fileAt,
  hasFile,
  inlineScriptUrl,
  fileNames,
  resolveUrl,
  setFallbackCharset,
  toLoadable,
  site,
  textOf,
  urlOf,
  bytesOf,
} from "@/lib/sandbox/frame/inside/files";
import {
  BLOCKING_ATTRIBUTES,
  mayContainUrl,
  rewriteAttribute,
} from "@/lib/sandbox/frame/inside/page/attributes";
import { guard } from "@/lib/sandbox/frame/inside/guard";
import { addScriptLink } from "@/lib/sandbox/frame/inside/platform/links";
import { replaceEmbedded } from "@/lib/sandbox/frame/inside/page/embedded";
import { mentionsUrl, rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { srcdocFor, FRAME_SOURCE, framedHtml } from "@/lib/sandbox/frame/inside/page/child-frames";
import {
  contentOf,
  outerHtmlOf,
  setAttributeNatively,
  setTextContent,
} from "@/lib/sandbox/frame/inside/page/natives";
import { keepUrl } from "@/lib/sandbox/frame/inside/page/kept-urls";
import { isLate, lateName } from "@/lib/sandbox/frame/inside/page/late-urls";
import { addImportMap, pageImportMap, rewriteScript } from "@/lib/sandbox/frame/inside/page/modules";
import { isScriptType } from "@/lib/package/script-type";
import { mountOf } from "@/lib/package/served-paths";
import { rewriteLocations } from "@/lib/sandbox/protocol/script-locations";

/**
 * What they lead to is of no use in a frame, or does not work in an opaque origin, and the policy is asked about it. Apps find the
 * elements by id or selector.
 */
const IDLE_LINKS =
  /(?:^|\s)(?:icon|apple-touch-icon(?:-precomposed)?|apple-touch-startup-image|mask-icon|manifest|preload|prefetch|preconnect|dns-prefetch|modulepreload|prerender|search)(?:\s|$)/i;

export interface EntryOptions {
  nonce: string;
  hasModules: boolean;
}

/**
 * @param entry the page's file; a module gets a generated page
 * @returns its text in chunks, each created when it is needed, so that the first scripts do not wait for later ones
 */
export function entryPage(
  entry: { kind: "html" | "module"; file: string },
  options: EntryOptions,
): Iterable<string> {
  return entry.kind === "html"
    ? loadablePage(htmlOf(entry.file), options, urlOf(entry.file))
    : loadablePage(pageForModule(entry.file), options);
}

/** @param pageUrl the page's URL, shown in the errors of its inline scripts */
export function loadablePage(
  html: string,
  { nonce, hasModules }: EntryOptions,
  pageUrl?: string,
): Iterable<string> {
  const parsed = guard.parse(withInertBase(html));
  applyBase(parsed);
  const maps = parsed.querySelectorAll<HTMLScriptElement>("script[type=importmap]");
  for (const map of maps) {
    addImportMap(map.textContent);
    map.remove();
  }
  const lines = pageUrl === undefined ? null : linesOfScripts(parsed, html);
  const placeholder = `gum-script-${nonce}-`;
  const scripts = deferScriptUrls(parsed, placeholder);
  rewriteTree(parsed, nonce);
  lines?.forEach((line, script) => addSourceUrl(script, line, pageUrl!));
  if (hasModules) parsed.head.prepend(importMapElement(parsed, nonce));
  const page = guard.harmlessPage(doctypeOf(parsed) + outerHtmlOf(parsed.documentElement));
  return withScripts(page, placeholder, scripts);
}

/** Puts a placeholder in the `src` of each of the package's scripts. @returns the original values */
function deferScriptUrls(page: Document, placeholder: string): string[] {
  const urls: string[] = [];
  for (const script of page.scripts) {
    const src = script.getAttribute("src");
    if (src === null || fileAt(src.trim()) === null) continue;
    setAttributeNatively(script, "src", placeholder + urls.length);
    urls.push(src.trim());
  }
  return urls;
}

function* withScripts(html: string, placeholder: string, scripts: readonly string[]): Iterable<string> {
  const [first, ...rest] = html.split(placeholder);
  yield first!;
  for (const part of rest) {
    const index = parseInt(part);
    // Our blob URLs contain nothing that needs escaping.
    yield toLoadable(scripts[index]!) + part.slice(String(index).length);
  }
}

/** For each inline script, the number of lines before its text. */
function linesOfScripts(page: Document, html: string): Map<HTMLScriptElement, number> {
  // The HTML parser normalises line ends too.
  const text = html.replace(/\r\n?/g, "\n");
  const lines = new Map<HTMLScriptElement, number>();
  let [at, line] = [0, 0];
  for (const script of page.scripts) {
    if (!isInlineCode(script)) continue;
    const found = text.indexOf(script.textContent, at);
    if (found < 0) continue;
    for (; at < found; at++) if (text.charCodeAt(at) === 10) line++;
    lines.set(script, line);
  }
  return lines;
}

/** Makes the script's errors name the page's file and line, which the browser does not know. */
function addSourceUrl(script: HTMLScriptElement, line: number, pageUrl: string): void {
  if (/\/\/[#@]\s*sourceURL=/.test(script.textContent)) return;
  const code = `${"\n".repeat(line)}${script.textContent}\n//# sourceURL=${pageUrl}`;
  if (!MUTES_INLINE_ERRORS) return setTextContent(script, code);
  if (script.type !== "module") for (const name of ["async", "defer"]) script.removeAttribute(name);
  setAttributeNatively(script, "src", inlineScriptUrl(code, site.entry));
  setTextContent(script, "");
}

/** WebKit says no more than "Script error." about a script that is part of a page with an opaque origin. */
const MUTES_INLINE_ERRORS = navigator.vendor.startsWith("Apple");

function htmlOf(file: string): string {
  const start = new TextDecoder("latin1").decode(bytesOf(file).subarray(0, 2_048));
  const charset = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1];
  try {
    if (charset) setFallbackCharset(new TextDecoder(charset).encoding);
  } catch {
    // An unknown label: keep the default.
  }
  return textOf(file);
}

function pageForModule(file: string): string {
  const url = urlOf(file);
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"></head><body><div id="root"></div><div id="app"></div><script type="module" src="${url}"></script></body></html>`;
}

const LOADING = /<(?:script|link|img)\b[^>]*>/gi;
const CODE_OR_SHEET = /^<script|\brel\s*=\s*["']?[^"'>=]*\b(?:stylesheet|modulepreload)\b/i;
const ADDRESS = /\s(?:src|href)\s*=\s*["']?([^"'\s>]+)/i;
/** Where a page's tag stands and is none: in comments, scripts and style sheets. */
const BASE = /<!--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>|<base(?=[\s/>])[^>]*/gi;
const isBaseTag = (found: string): boolean => /^<base/i.test(found);

/** Finds the path at which the page was built to be served. Before the page is parsed, which happens at that path. */
export function findMount({ kind, file }: { kind: "html" | "module"; file: string }): void {
  if (kind !== "html") return;
  const html = htmlOf(file);
  const base = (html.match(BASE) ?? []).find(isBaseTag);
  const urls: { code: string[]; other: string[]; base: string | undefined } = {
    code: [],
    other: [],
    base: base && ADDRESS.exec(base)?.[1],
  };
  for (const [tag] of html.matchAll(LOADING)) {
    const url = ADDRESS.exec(tag)?.[1];
    if (url) urls[CODE_OR_SHEET.test(tag) ? "code" : "other"].push(url);
  }
  site.mount = mountOf(site, urls);
  if (site.mount) site.base = `${site.origin}/${site.mount}`;
}

/** The parsed document has the frame's policy, which would refuse the element aloud. A `<meta>` may stand where it may. */
const withInertBase = (html: string): string =>
  html.replace(BASE, (found) =>
    isBaseTag(found) ? `<meta data-gum-base${found.slice("<base".length)}` : found,
  );

/** The policy forbids `<base>`; if its URL lies in the package, relative URLs are resolved against it here. */
function applyBase(page: Document): void {
  for (const base of page.querySelectorAll("base, meta[data-gum-base]")) {
    const href = base.getAttribute("href");
    const url = href === null ? null : resolveUrl(href);
    const shown = page.createElement("base");
    keepUrl(shown, href);
    base.replaceWith(shown);
    if (!url || url.origin !== site.origin) continue;
    site.hasBase = true;
    const folder = url.pathname.slice(1).replace(/[^/]*$/, "");
    if (folder === "" || fileNames().some((name) => urlOf(name).startsWith(`${site.origin}/${folder}`)))
      site.base = url.href;
  }
}

/** Rewrites a parsed tree in place, including the contents of templates. */
function rewriteTree(root: Document | DocumentFragment, nonce: string): void {
  for (const element of root.querySelectorAll("*")) {
    const tag = element.localName;
    if (tag === "template") rewriteTree(contentOf(element), nonce);
    if (tag === "meta") neutraliseMeta(element);
    if (tag === "link" && rewriteLink(element as HTMLLinkElement)) continue;
    if (replaceEmbedded(element)) continue;
    for (const attribute of [...element.attributes]) {
      const name = attribute.name.toLowerCase();
      if (!mayContainUrl(name)) continue;
      if (isLate(tag, name, attribute.value)) {
        element.removeAttribute(attribute.name);
        element.setAttribute(lateName(name), attribute.value);
        continue;
      }
      const loadable = rewriteAttribute(tag.toLowerCase(), name, attribute.value);
      if (loadable !== attribute.value) attribute.value = loadable;
    }
    if (tag === "style" && mentionsUrl(element.textContent))
      setTextContent(element, rewriteCss(element.textContent));
    if (tag === "script" || tag === "link")
      for (const name of BLOCKING_ATTRIBUTES) element.removeAttribute(name);
    if (tag === "script") prepareScript(element as HTMLScriptElement, nonce);
    if (tag === "iframe") rewriteIframe(element);
    if (tag === "a" || tag === "area") rewriteScriptLink(element);
  }
}

function neutraliseMeta(meta: Element): void {
  const kind = meta.getAttribute("http-equiv");
  if (!kind || !/refresh|content-security-policy/i.test(kind)) return;
  if (/refresh/i.test(kind)) meta.setAttribute("data-gum-refresh", meta.getAttribute("content") ?? "");
  meta.removeAttribute("http-equiv");
}

/** @returns whether nothing else is to be done with the link */
function rewriteLink(link: HTMLLinkElement): boolean {
  const rel = link.getAttribute("rel") ?? "";
  if (!IDLE_LINKS.test(rel)) return false;
  const file = fileAt(link.getAttribute("href"));
  // The common pattern for loading a style sheet asynchronously: a preload whose onload turns it into a style sheet.
  if (/preload/i.test(rel) && link.getAttribute("as") === "style" && file !== null && hasFile(file)) {
    link.setAttribute("rel", "stylesheet");
    link.removeAttribute("as");
    link.removeAttribute("onload");
    return false;
  }
  keepUrl(link);
  return true;
}

function prepareScript(script: HTMLScriptElement, nonce: string): void {
  script.setAttribute("nonce", nonce);
  if (!isInlineCode(script)) return;
  const source = script.textContent;
  const rewritten = rewriteScript(source, site.base);
  if (rewritten !== source) setTextContent(script, rewritten);
}

function isInlineCode(script: HTMLScriptElement): boolean {
  return !script.hasAttribute("src") && isScriptType(script.getAttribute("type") ?? "");
}

function rewriteIframe(frame: Element): void {
  const text = frame.getAttribute("srcdoc");
  if (text !== null) return setAttributeNatively(frame, "srcdoc", framedHtml(text));
  const src = frame.getAttribute("src");
  const content = src === null ? null : srcdocFor(src);
  if (content === null) return;
  frame.removeAttribute("src");
  frame.setAttribute(FRAME_SOURCE, src!);
  setAttributeNatively(frame, "srcdoc", content);
}

function rewriteScriptLink(link: Element): void {
  const href = link.getAttribute("href") ?? "";
  if (!/^\s*javascript:/i.test(href)) return;
  const rewritten = rewriteLocations(href);
  link.setAttribute("href", rewritten);
  addScriptLink(rewritten);
}

function importMapElement(page: Document, nonce: string): HTMLScriptElement {
  const element = page.createElement("script");
  element.type = "importmap";
  element.setAttribute("nonce", nonce);
  setTextContent(element, pageImportMap());
  return element;
}

/** Without its doctype, the page would be rendered in quirks mode. */
function doctypeOf(page: Document): string {
  const type = page.doctype;
  if (!type) return "";
  const publicId = type.publicId ? ` PUBLIC "${type.publicId}"` : "";
  const systemId = type.systemId ? `${publicId ? "" : " SYSTEM"} "${type.systemId}"` : "";
  return `<!DOCTYPE ${type.name}${publicId}${systemId}>`;
}
