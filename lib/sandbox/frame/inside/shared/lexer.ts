/** The add-on that finds the imports of a module, without wasm. Sent only to packages that have modules. */
import { parse } from "es-module-lexer/minimal/js";

export interface LexedImport {
  /** The specifier, if it is a plain string. */
  readonly n: string | undefined;
  /** 1 static, 2 dynamic, 3 import.meta, 8 `export * from`. */
  readonly t: number;
  /** The specifier, and the whole import. */
  readonly s: number;
  readonly e: number;
  readonly ss: number;
  readonly se: number;
  /** Start of the import attributes, -1 if there are none. */
  readonly a: number;
}

export interface Lexer {
  parse(source: string): readonly [readonly LexedImport[], ...unknown[]];
}

(globalThis as { __gumPart?: Lexer }).__gumPart = { parse: parse as Lexer["parse"] };
