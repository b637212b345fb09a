import { AppError } from "@/lib/shared/errors";
import type { RestProblem } from "./rest-errors";

type Row = Record<string, unknown>;

/** Says which row of several was wrong, and that none is stored. */
export function ofRow(error: unknown, index: number, count: number): unknown {
  if (!(error instanceof AppError) || count === 1) return error;
  const known = error.details?.rest as RestProblem | undefined;
  const named = error.fields?.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(" ");
  const details = [`Row ${index + 1} of ${count}; no row was stored.`, known?.details ?? named];
  return new AppError(error.code, {
    message: error.message,
    cause: error,
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    details: {
      ...error.details,
      rest: { code: error.code, ...known, details: details.filter(Boolean).join(" ") },
    },
  });
}

/** Validates all rows before any is stored. @returns the parsed rows */
export async function eachRow<T>(
  rows: readonly Row[],
  check: (row: Row, index: number) => T | Promise<T>,
): Promise<T[]> {
  const checked: T[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      checked.push(await check(row, index));
    } catch (error) {
      throw ofRow(error, index, rows.length);
    }
  }
  return checked;
}
