import { packageMessage, type MessageParams, type RefusalCode, type WarningCode } from "./package-messages";

/** An error or warning about a package. `entry` is a path in it; line and column count from 1. */
export type Finding = {
  level: "error" | "warning";
  code: RefusalCode | WarningCode;
  /** English. The message catalogues have the same code in other languages, to be filled with `params`. */
  message: string;
  params: MessageParams;
  entry?: string;
  line?: number;
  column?: number;
};

export type Place = { entry?: string; line?: number; column?: number };

export function warning(code: WarningCode, params: MessageParams = {}, place: Place = {}): Finding {
  return { level: "warning", code, message: packageMessage(code, params), params, ...place };
}

export function refusal(code: RefusalCode, params: MessageParams = {}, place: Place = {}): Finding {
  return { level: "error", code, message: packageMessage(code, params), params, ...place };
}

/** Errors first, then by entry, line and column. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) =>
      Number(a.level === "warning") - Number(b.level === "warning") ||
      compareText(a.entry ?? "", b.entry ?? "") ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
