import { parse } from "es-module-lexer/minimal/js";
import { scanHtml } from "./html-scan";
import { importMapEntries } from "./import-map";
import { absolute, isOutside, type OutsideUse } from "./outside-uses";

/** What modules import from the internet, by their addresses and by the import maps of the pages. */

export type ModuleUses = {
  uses: OutsideUse[];
  /** Addresses of modules that it needs and that an import map names, so that nothing changes where it imports them. */
  mapped: string[];
};

/**
 * The modules of other hosts that a script or module imports.
 * @param from its own address: that of its host, or `packageUrl` of its path
 * @returns null where it cannot be read
 */
export function usesInModule(source: string, from: string, maps: ImportMaps): ModuleUses | null {
  const imports = importsOf(source);
  if (imports === null) return null;
  const uses: OutsideUse[] = [];
  const mapped: string[] = [];
  for (const { specifier, isLazy, ...place } of imports) {
    const found = addressOf(specifier, from, maps);
    if (found === null || !isOutside(found.url)) continue;
    if (!found.isMapped)
      uses.push({ url: found.url, kind: "module", integrity: "", isLazy, drop: [], ...place });
    else if (!isLazy) mapped.push(found.url);
  }
  return { uses, mapped };
}

function addressOf(
  specifier: string,
  from: string,
  maps: ImportMaps,
): { url: string; isMapped: boolean } | null {
  if (isOutside(specifier)) return { url: absolute(specifier), isMapped: false };
  if (/^\.{0,2}\//.test(specifier)) {
    const isForeign = !from.startsWith(PACKAGE) && URL.canParse(specifier, from);
    return isForeign ? { url: new URL(specifier, from).href, isMapped: false } : null;
  }
  const mapped = maps.resolve(specifier, from);
  return mapped && !mapped.url.startsWith(PACKAGE) ? { url: mapped.url, isMapped: mapped.isExact } : null;
}

type ModuleImport = {
  specifier: string;
  /** Between the quotes. */
  start: number;
  end: number;
  isLazy: boolean;
};

const MAY_IMPORT = /\b(?:import|export)\b/;

function importsOf(source: string): ModuleImport[] | null {
  if (!MAY_IMPORT.test(source)) return [];
  try {
    return parse(source)[0].flatMap(({ n, s, e, d }): ModuleImport[] => {
      if (n === undefined) return [];
      if (d < 0) return [{ specifier: n, start: s, end: e, isLazy: false }];
      return /^["'`]/.test(source[s] ?? "") ? [{ specifier: n, start: s + 1, end: e - 1, isLazy: true }] : [];
    });
  } catch {
    return null;
  }
}

/** Files of the package have addresses here, to resolve what an import map says. */
const PACKAGE = "https://package.invalid/";

export const packageUrl = (path: string): string =>
  PACKAGE + path.split("/").map(encodeURIComponent).join("/");

/** Where a bare specifier leads. `isExact`: an entry of `imports` has that very name, so that a change of the entry is enough. */
type Mapped = { url: string; isExact: boolean };

type Names = Map<string, string>;

/** The import maps of all pages: of two entries for the same name the first counts. */
export class ImportMaps {
  private readonly imports: Names = new Map();
  private readonly scopes = new Map<string, Names>();

  /** @param page its path in the package */
  addPage(text: string, page: string): void {
    if (!/importmap/i.test(text)) return;
    scanHtml(text, ({ name, attributes, raw }) => {
      const type = attributes.find((each) => each.name === "type")?.value ?? "";
      if (name === "script" && raw && type.trim().toLowerCase() === "importmap") this.add(raw.source, page);
    });
  }

  private add(source: string, page: string): void {
    const base = packageUrl(page);
    for (const { scope, specifier, address } of importMapEntries(source)) {
      if (!isAddress(address) || !URL.canParse(address, base)) continue;
      const key = scope === null ? null : URL.canParse(scope, base) ? new URL(scope, base).href : scope;
      const names = key === null ? this.imports : (this.scopes.get(key) ?? new Map<string, string>());
      if (key !== null) this.scopes.set(key, names);
      if (!names.has(specifier)) names.set(specifier, new URL(address, base).href);
    }
  }

  get isEmpty(): boolean {
    return this.imports.size === 0 && this.scopes.size === 0;
  }

  /** @param from the address of the module that imports it */
  resolve(specifier: string, from: string): Mapped | null {
    const scopes = [...this.scopes]
      .filter(([scope]) => (scope.endsWith("/") ? from.startsWith(scope) : from === scope))
      .sort(([a], [b]) => b.length - a.length);
    for (const [, names] of scopes) {
      const url = lookUp(names, specifier);
      if (url !== null) return { url, isExact: false };
    }
    const url = lookUp(this.imports, specifier);
    return url === null ? null : { url, isExact: this.imports.has(specifier) };
  }
}

const isAddress = (text: string): boolean => /^(?:\.{0,2}\/|[a-z][a-z0-9+.-]*:)/i.test(text);

function lookUp(names: Names, specifier: string): string | null {
  const exact = names.get(specifier);
  if (exact !== undefined) return exact;
  let prefix = "";
  for (const name of names.keys())
    if (name.endsWith("/") && name.length > prefix.length && specifier.startsWith(name)) prefix = name;
  const place = names.get(prefix);
  const rest = specifier.slice(prefix.length);
  return place !== undefined && URL.canParse(rest, place) ? new URL(rest, place).href : null;
}
