import { refusal, type Finding, type Place } from "./finding";
import type { MessageParams, RefusalCode } from "./package-messages";

/** A loader may instantiate this module twice; `instanceof` works for errors of both. */
const BRAND: unique symbol = Symbol.for("gum.PackageError");

/**
 * A refused package. The only error that reading a package throws, whatever its bytes; any other is a bug.
 * `code` is stable; `message` names the entry and the reason in English.
 */
export class PackageError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  readonly code: RefusalCode;
  readonly params: MessageParams;
  readonly entry: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** All reasons; the first is that of this error. */
  readonly findings: readonly Finding[];

  constructor(first: Finding, more: readonly Finding[] = []) {
    super(first.message);
    this.name = "PackageError";
    this.code = first.code as RefusalCode;
    this.params = first.params;
    this.entry = first.entry;
    this.line = first.line;
    this.column = first.column;
    this.findings = [first, ...more];
  }
}

/** The codes of packages that exceed a limit. */
const LIMIT_CODES: ReadonlySet<RefusalCode> = new Set([
  "package_too_large",
  "package_too_large_repacked",
  "unpacked_too_large",
  "entry_too_large",
  "too_many_entries",
]);

/** True where a package is refused for its size alone. */
export function exceedsLimit({ code }: PackageError): boolean {
  return LIMIT_CODES.has(code);
}

/** Creates the error for `code`. `params.entry`, if given, is the entry at fault. */
export function refuse(code: RefusalCode, params: MessageParams = {}, place: Place = {}): PackageError {
  const entry = place.entry ?? (typeof params.entry === "string" ? params.entry : undefined);
  return new PackageError(refusal(code, params, entry === undefined ? place : { ...place, entry }));
}
