/**
 * The modules of a child frame's page. Blob URLs of the page are of another origin there, so the frame gets the texts of all that
 * its scripts import, and makes blobs and an import map of its own.
 */
import { fileAt, textOf, urlOf } from "@/lib/sandbox/frame/inside/files";
import {
  emptyImportMap,
  readImportMap,
  resolveSpecifier,
  rewriteScript,
} from "@/lib/sandbox/frame/inside/page/modules";

/** A false match, e.g. in a text, only sends a file too many. */
const DYNAMIC_IMPORT = /\bimport\s*\(\s*(["'`])([^"'`\\]+)\1\s*[,)]/g;

export class FramedModules {
  /** Rewritten, by virtual URL. */
  readonly texts = new Map<string, string>();
  /** Virtual URLs by the names that the page's import map gives them, for `import()`. */
  readonly names = new Map<string, string>();
  readonly #importMap = emptyImportMap();

  addImportMap(json: string, base: string): void {
    readImportMap(json, this.#importMap, base);
  }

  rewrite(source: string, self: string): string {
    for (const [, , specifier] of source.matchAll(DYNAMIC_IMPORT)) this.#add(specifier!, self);
    return rewriteScript(source, self, (specifier, from) => this.#add(specifier, from));
  }

  /** A script that runs the file, which others may import too. */
  scriptFor(file: string): string {
    return `import ${JSON.stringify(this.#add(urlOf(file), urlOf(file)))}`;
  }

  /** @returns the virtual URL of what the specifier means */
  #add(specifier: string, self: string): string {
    const file = fileAt(resolveSpecifier(specifier, self, this.#importMap), self);
    if (file === null) return specifier;
    const url = urlOf(file);
    if (specifier in this.#importMap.imports) this.names.set(specifier, url);
    if (this.texts.has(url)) return url;
    // Modules may import each other in a circle.
    this.texts.set(url, "");
    const source = textOf(file);
    this.texts.set(url, /\.json$/i.test(file) ? `export default ${source}` : this.rewrite(source, url));
    return url;
  }
}
