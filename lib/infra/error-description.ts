import "server-only";

export type ErrorDescription = {
  type: string;
  errorCode?: unknown;
  message?: string;
  /** The innermost cause first. */
  stack?: string[];
  cause?: ErrorDescription | undefined;
};

const FRAMES_MAX = 12;

/** Type, code and stack frames of an error. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    errorCode: (error as { code?: unknown }).code,
    // Only the first line: the rest of a database error may quote values.
    message: error.message.trim().split("\n")[0]?.slice(0, 300),
    stack: frames.slice(0, FRAMES_MAX).map((line) => line.trim()),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}
