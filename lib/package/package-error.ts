import { refusal, type Finding, type Place } from "./finding";
import type { MessageParams, RefusalCode } from "./package-messages";

/** A loader may hold this module twice (a script and what it imports); an error of either is one. */
const BRAND: unique symbol = Symbol.for("gum.PackageError");

/**
 * A package that is refused. The only error that reading one throws: whatever the bytes are, everything else is a bug.
 * `code` is stable; `message` names the entry and the reason in words for a person.
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
  /** Every reason that was found; the first is this error's own. */
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

/** Refuses: an error of `code`. `params.entry`, where given, is the entry it is about. */
export function refuse(code: RefusalCode, params: MessageParams = {}, place: Place = {}): PackageError {
  const entry = place.entry ?? (typeof params.entry === "string" ? params.entry : undefined);
  return new PackageError(refusal(code, params, entry === undefined ? place : { ...place, entry }));
}
