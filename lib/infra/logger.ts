import "server-only";
import pino from "pino";
import { serverEnv } from "@/lib/config/env.server";

/**
 * Structured logs, one JSON line per event. Passwords, tokens, cookies, mail and network addresses never belong in a log:
 * callers pass ids and codes, and these keys are removed in case one slips in.
 */
const REDACTED = [
  "password",
  "token",
  "accessToken",
  "refreshToken",
  "email",
  "authorization",
  "cookie",
  "ip",
  "code",
];

let instance: pino.Logger | undefined;

export function logger(): pino.Logger {
  return (instance ??= pino({
    level: serverEnv().LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`]), remove: true },
    serializers: { err: describeError },
  }));
}

/** Type, code and stack frames of an error. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    errorCode: (error as { code?: unknown }).code,
    // Only the first line: the rest of a database error may quote values.
    message: error.message.trim().split("\n")[0]?.slice(0, 300),
    stack: frames.slice(0, 12).map((line) => line.trim()),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}
