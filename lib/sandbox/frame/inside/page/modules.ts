/**
 * Module graphs. Each specifier is rewritten to the virtual URL of its file, and one import map maps virtual URLs to blob URLs.
 * That way modules find each other, cycles included, and each is created once.
 */
import {
  blobUrlOf,
  fileNames,
  fileAt,
  isRemote,
  isTransforming,
  remoteFileAt,
  resolveUrl,
  startAgain,
  textOf,
  urlOf,
} from "@/lib/sandbox/frame/inside/files";
import { runInline } from "@/lib/sandbox/frame/inside/page/inline";
import { applyEdits, HELPER, locationEdits, type Edit } from "@/lib/sandbox/protocol/script-locations";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import type { Lexer, LexedImport } from "@/lib/sandbox/frame/inside/shared/lexer";

export interface ImportMap {
  imports: Record<string, string>;
  /** Longest scope first, in the platform's lookup order. */
  scopes: [scope: string, imports: Record<string, string>][];
}

const STATIC = 1;
const DYNAMIC = 2;
const META = 3;
const REEXPORT_STAR = 8;
/** JSON modules have a URL of their own, because the same file may be fetched as text too. */
const JSON_SUFFIX = "?json";

/** Matches code that needs the lexer. A false match, e.g. in a text, only costs time. */
const MODULE_SYNTAX =
  /\bimport\s*(?:[("'{*.]|[\w$]+\s*(?:,|from\b))|\bexport\s*(?:[{*]|default\b|(?:const|let|var|class|function|async)\b)/;

let lexer: Lexer | null = null;
let createLexer: (() => Lexer) | null = null;
export const emptyImportMap = (): ImportMap => ({ imports: {}, scopes: [] });
/** The one of the page. */
const importMap = emptyImportMap();

export function setLexer(addOn: Lexer): void {
  lexer = addOn;
}

/** For packages whose code was not fully scanned: creates the lexer when the first module turns up. */
export function setLazyLexer(make: () => Lexer): void {
  createLexer = make;
}

function findLexer(source: string): Lexer | null {
  if (lexer || !createLexer || !MODULE_SYNTAX.test(source)) return lexer;
  lexer = createLexer();
  createLexer = null;
  runInline(pageImportMap(), "importmap");
  return lexer;
}

/** Adds an import map of the app's page. */
export const addImportMap = (json: string): void => readImportMap(json, importMap);

/** Adds an import map of the app to another. Malformed JSON is logged to the console, as browsers do. */
export function readImportMap(json: string, into: ImportMap, base?: string): void {
  let map: { imports?: Record<string, string>; scopes?: Record<string, Record<string, string>> };
  try {
    map = JSON.parse(json) as typeof map;
  } catch (error) {
    realm.console.error("The import map is not valid JSON.", error);
    return;
  }
  Object.assign(into.imports, absoluteUrls(map.imports, base));
  for (const [scope, imports] of Object.entries(map.scopes ?? {})) {
    into.scopes.push([resolveUrl(scope, base)?.href ?? scope, absoluteUrls(imports, base)]);
  }
  into.scopes.sort((a, b) => b[0].length - a[0].length);
}

/** Rewrites an import map that is added after the page's first one, so that it maps to blob URLs. */
export function additionalImportMap(json: string): string {
  addImportMap(json);
  const imports = mappedFiles();
  return Object.keys(imports).length ? JSON.stringify({ imports }) : json;
}

/** The specifiers that the app's import maps give to files of the package. */
function mappedFiles(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [specifier, url] of Object.entries(importMap.imports)) {
    const file = fileAt(url);
    if (file !== null && !specifier.endsWith("/")) found[specifier] = blobUrlOf(file);
  }
  return found;
}

function absoluteUrls(imports: Record<string, string> = {}, base?: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(imports)
      .filter(([, url]) => typeof url === "string")
      .map(([name, url]) => [
        isPath(name) ? (resolveUrl(name, base)?.href ?? name) : name,
        resolveUrl(url, base)?.href ?? url,
      ]),
  );
}

const isPath = (specifier: string): boolean => /^\.{0,2}\//.test(specifier);

/** The virtual URL that a specifier means in the module at `self`. */
export function resolveSpecifier(specifier: string, self: string, map = importMap): string {
  const url = isPath(specifier) ? (resolveUrl(specifier, self)?.href ?? specifier) : specifier;
  const mapped = fromImportMap(url, self, map) ?? url;
  const file = /^(?:https?:|\/)/.test(mapped) ? fileAt(mapped, self) : null;
  return file === null ? mapped : urlOf(file);
}

function fromImportMap(url: string, self: string, map: ImportMap): string | null {
  for (const [scope, imports] of [...map.scopes, ["", map.imports] as const]) {
    if (scope && !(scope.endsWith("/") ? self.startsWith(scope) : self === scope)) continue;
    const exact = imports[url];
    if (exact !== undefined) return exact;
    const prefix = Object.keys(imports)
      .filter((name) => name.endsWith("/") && url.startsWith(name))
      .sort((a, b) => b.length - a.length)[0];
    if (prefix) return resolveUrl(url.slice(prefix.length), imports[prefix])?.href ?? null;
  }
  return null;
}

/** Rewrites a static specifier. Workers have no import maps, so they embed blob URLs instead, and import later through a helper. */
export type SpecifierWriter = (specifier: string, self: string, isJson: boolean) => string;

const toVirtualUrl: SpecifierWriter = (specifier, self, isJson) =>
  resolveSpecifier(specifier, self) + (isJson ? JSON_SUFFIX : "");

/** Rewrites a script, module or not. `self`: its virtual URL. */
export function rewriteScript(source: string, self: string, write: SpecifierWriter = toVirtualUrl): string {
  const edits = locationEdits(source);
  const imports = /\bimport\b|\bexport\b/.test(source) && findLexer(source) ? lex(source, self) : [];
  let usesMeta = false;
  for (const found of imports) {
    if (found.t === META) {
      usesMeta = true;
      edits.push({ start: found.s, end: found.e, text: `__gumMeta` });
    } else if (found.t === DYNAMIC) {
      const from = JSON.stringify(self);
      if (write === toVirtualUrl) {
        edits.push({ start: found.s, end: found.s, text: `${HELPER}.spec(${from},` });
        edits.push({ start: found.e, end: found.e, text: `)` });
      } else edits.push({ start: found.ss, end: found.s, text: `${HELPER}.load(${from},` });
      if (found.a > 0) edits.push(...withoutAttributes(source, found));
    } else if (found.t === STATIC || found.t === REEXPORT_STAR) {
      edits.push(...staticEdits(source, found, self, write));
    }
  }
  const body = applyEdits(source, edits);
  return usesMeta ? `const __gumMeta=${HELPER}.meta(${JSON.stringify(self)});${body}` : body;
}

function lex(source: string, self: string): readonly LexedImport[] {
  try {
    return lexer!.parse(source)[0];
  } catch {
    // Not a module, or invalid: the browser reports the error with the right line.
    realm.console.debug(`${self} could not be read as a module.`);
    return [];
  }
}

function staticEdits(source: string, found: LexedImport, self: string, write: SpecifierWriter): Edit[] {
  if (found.n === undefined) return [];
  const isJson = found.a > 0 && /type["']?\s*:\s*["']json/.test(source.slice(found.a, found.se));
  const file = remoteFileAt(resolveSpecifier(found.n, self), self);
  // Its imports are linked before it runs.
  if (file !== null && (isJson ? isJsonName(file) : isModuleName(file))) throw startAgain();
  const edits: Edit[] = [{ start: found.s, end: found.e, text: write(found.n, self, isJson) }];
  // The file is served as a script that exports the data, which `with { type: "json" }` would refuse.
  if (isJson) edits.push({ start: found.e + 1, end: found.se, text: "" });
  return edits;
}

function withoutAttributes(source: string, found: LexedImport): Edit[] {
  const comma = source.lastIndexOf(",", found.a);
  if (!/json/.test(source.slice(found.a, found.se))) return [];
  // Removes everything between the argument and the closing parenthesis; `spec` recognises JSON by the file name.
  return [{ start: Math.max(comma, found.e), end: found.se - 1, text: "" }];
}

const isJsonName = (name: string): boolean => /\.json$/i.test(name);
const isModuleName = (name: string): boolean => /\.(?:m?js|jsx|ts|css)$/i.test(name) || !/\.\w+$/.test(name);

/** The page's import map: everything that can be imported, by virtual URL. */
export function pageImportMap(): string {
  const imports: Record<string, string> = {};
  for (const name of fileNames()) {
    if (isTransforming(name) || isRemote(name)) continue;
    if (isModuleName(name)) imports[urlOf(name)] = blobUrlOf(name);
    if (isJsonName(name)) imports[urlOf(name) + JSON_SUFFIX] = jsonModule(textOf(name));
  }
  return JSON.stringify({ imports: { ...mappedFiles(), ...imports } });
}

function jsonModule(json: string): string {
  return realm.createObjectURL(new realm.Blob([`export default ${json}`], { type: "text/javascript" }));
}

/** The helpers that rewritten modules call. */
export function moduleHelpers() {
  return {
    spec(self: string, specifier: unknown): string {
      const text = String(specifier);
      const file = fileAt(resolveSpecifier(text, self), self);
      if (file === null) return text;
      return isJsonName(file) ? jsonModule(textOf(file)) : blobUrlOf(file);
    },
    meta: (self: string) => ({
      url: self,
      resolve: (specifier: unknown) => resolveSpecifier(String(specifier), self),
    }),
  };
}
