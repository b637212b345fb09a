import { AppError, type ErrorCode } from "@/lib/shared/errors";

/** The error format of hosted data servers. */
export type RestProblem = { status?: number; code: string; details?: string | null; hint?: string | null };

/** An error with a code of hosted data servers. */
export function restError(
  message: string,
  problem: RestProblem,
  code: ErrorCode = "validation_error",
): AppError {
  return new AppError(code, { message, details: { rest: problem } });
}

export const badSyntax = (message: string, details?: string): AppError =>
  restError(message, { code: "PGRST100", details: details ?? null });
