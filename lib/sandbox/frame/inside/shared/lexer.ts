/** The part that finds the imports of a module; sent only to packages that have modules. Needs no wasm. */
import { parse } from "es-module-lexer/minimal/js";

export interface LexedImport {
  /** The specifier, where it is a plain text. */
  readonly n: string | undefined;
  /** 1 static, 2 dynamic, 3 import.meta, 8 `export * from`. */
  readonly t: number;
  readonly s: number;
  readonly e: number;
  readonly ss: number;
  readonly se: number;
  readonly d: number;
  /** Where the attributes start, -1 without. */
  readonly a: number;
}

export interface Lexer {
  parse(source: string): readonly [readonly LexedImport[], ...unknown[]];
}

(globalThis as { __gumPart?: Lexer }).__gumPart = { parse: parse as Lexer["parse"] };
