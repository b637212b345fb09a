import "server-only";
import pino from "pino";
import { serverEnv } from "@/lib/config/env.server";

/**
 * Structured logs, one JSON line an event. No password, token, cookie, mail address or network address belongs in a
 * log: callers pass ids and codes, and what is listed here is removed should it slip in.
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

/** The process's logger. */
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

/** An error without its message's data: type, code and stack frames. Messages of the database can quote values. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    errorCode: (error as { code?: unknown }).code,
    // The first line only: what follows may quote a statement's values.
    message: error.message.trim().split("\n")[0]?.slice(0, 300),
    stack: frames.slice(0, 12).map((line) => line.trim()),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}
