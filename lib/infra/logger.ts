import "server-only";
import pino from "pino";
import { serverEnv } from "@/lib/config/env.server";
import { describeError } from "./error-description";
import { reportError, withoutPersonalData } from "./error-reports";
import { metrics } from "./metrics";
import { keepRecentError } from "./recent-errors";
import { tracing } from "./tracing";

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
    ...(tracing() && { mixin: () => ({ traceId: tracing()!.currentTraceId() }) }),
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`]), remove: true },
    serializers: { err: describeError },
    hooks: {
      logMethod(line, method, level) {
        if (level >= pino.levels.values.error!) noteError(line, level);
        method.apply(this, line);
      },
    },
  }));
}

/** Counts, keeps and reports everything that is logged as an error. */
function noteError([fields, message]: unknown[], level: number): void {
  metrics().errors.inc();
  const isText = typeof fields === "string";
  const { err: error, ...rest } = (isText ? {} : fields) as { err?: unknown };
  const cause = error === undefined ? null : describeError(error);
  keepRecentError({
    at: new Date().toISOString(),
    message: String(isText ? fields : message),
    cause: cause && withoutPersonalData([cause.type, cause.message].filter(Boolean).join(": ")),
    requestId: "requestId" in rest ? String(rest.requestId) : null,
  });
  reportError({
    level: level > pino.levels.values.error! ? "fatal" : "error",
    message: String(isText ? fields : message),
    error,
    fields: rest,
  });
}
