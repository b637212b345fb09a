import "server-only";
import { randomUUID } from "node:crypto";
import { after } from "next/server";
import { serverEnv } from "@/lib/config/env.server";
import { type ErrorDescription, describeError } from "./error-description";

/**
 * Sends what the log calls an error to a service that accepts Sentry envelopes (ERROR_DSN): Sentry itself, GlitchTip,
 * Bugsink. Off by default.
 *
 * Trust model. The service may belong to a third party, so no personal data is sent: no ids, addresses, headers, bodies
 * or cookies. Quoted parts of messages are redacted, because they may contain input. The service's responses are
 * ignored.
 */

const SEND_MS = 5_000;
/** Rate limits: for all errors, and for each. */
const PER_MINUTE = 20;
const SAME_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;

type Dsn = { url: string; key: string };

/** Parses `https://key@host/path/project` into the envelope endpoint. */
export function readDsn(dsn: string): Dsn {
  const { protocol, host, username, pathname } = new URL(dsn);
  const cut = pathname.lastIndexOf("/");
  const path = `${pathname.slice(0, cut)}/api/${pathname.slice(cut + 1)}/envelope/`;
  return { url: `${protocol}//${host}${path}`, key: username };
}

/** Patterns of personal data: anything in quotes, addresses, ids, queries, long numbers. */
const PERSONAL =
  /"[^"]*"|'[^']*'|`[^`]*`|[\w.+-]+@[\w.-]+|\b[\da-f]{8}-[\da-f-]{27}\b|\b\d+\.\d+\.\d+\.\d+\b|[\da-f]*:[\da-f:]*:[\da-f]*|\?\S+|\d{5,}/gi;

export function withoutPersonalData(text: string): string {
  return text.replace(PERSONAL, "…");
}

/** `at name (file:line:column)`, `at file:line:column` */
function frameOf(line: string) {
  const [, name, file, lineno, colno] = /^at (?:(.*) \()?(.*?):(\d+):(\d+)\)?$/.exec(line) ?? [];
  if (!file) return { function: line.slice(3) };
  return {
    function: name ?? "?",
    filename: file.replace(/^file:\/\//, "").replace(`${process.cwd()}/`, ""),
    lineno: Number(lineno),
    colno: Number(colno),
    in_app: !/node_modules|^node:/.test(file),
  };
}

/** The error and its causes, innermost first. */
function exceptionsOf(error: ErrorDescription): object[] {
  const own = {
    type: error.type,
    value: withoutPersonalData(error.message ?? ""),
    stacktrace: { frames: (error.stack ?? []).map(frameOf).reverse() },
  };
  return [...(error.cause ? exceptionsOf(error.cause) : []), own];
}

export type ErrorReport = { level: "error" | "fatal"; message: string; error: unknown; fields: object };

/** The fields of a log entry that are sent. */
const TAGS = ["requestId", "errorCode", "digest", "job"] as const;

function envelopeOf({ level, message, error, fields }: ErrorReport): string {
  const eventId = randomUUID().replaceAll("-", "");
  const given = fields as Partial<Record<string, unknown>>;
  const event = {
    event_id: eventId,
    timestamp: Date.now() / 1_000,
    platform: "node",
    level,
    logger: "gum",
    // The version of the code: that of the database schema.
    release: `gum@${process.env.GUM_LAST_MIGRATION ?? "unknown"}`,
    environment: process.env.NODE_ENV,
    logentry: { formatted: withoutPersonalData(message) },
    ...(error !== undefined && { exception: { values: exceptionsOf(describeError(error)) } }),
    tags: Object.fromEntries(TAGS.flatMap((name) => (given[name] ? [[name, String(given[name])]] : []))),
  };
  return [{ event_id: eventId, sent_at: new Date().toISOString() }, { type: "event" }, event]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & {
  gumReports?: { sentAt: number[]; seen: Map<string, number> };
};

/** Rate limit: an error that occurs a thousand times a second is reported once. */
function isWanted({ message, error }: ErrorReport): boolean {
  const reports = (holder.gumReports ??= { sentAt: [], seen: new Map<string, number>() });
  const now = Date.now();
  reports.sentAt = reports.sentAt.filter((at) => now - at < MINUTE_MS);
  for (const [known, at] of reports.seen) if (now - at >= SAME_EVERY_MS) reports.seen.delete(known);
  const { type, stack } = describeError(error);
  const fault = `${message} ${type} ${stack?.[0]}`;
  if (reports.sentAt.length >= PER_MINUTE || reports.seen.has(fault)) return false;
  reports.sentAt.push(now);
  reports.seen.set(fault, now);
  return true;
}

/**
 * Sends a report after the response. Never throws, and ignores failures of the service: the log has the error anyway.
 */
export function reportError(report: ErrorReport): void {
  const { ERROR_DSN } = serverEnv();
  if (!ERROR_DSN || !isWanted(report)) return;
  const { url, key } = readDsn(ERROR_DSN);
  const sent = fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-sentry-envelope",
      "x-sentry-auth": `Sentry sentry_version=7, sentry_client=gum/1, sentry_key=${key}`,
    },
    body: envelopeOf(report),
    redirect: "error",
    signal: AbortSignal.timeout(SEND_MS),
  }).then(
    (response) => response.body?.cancel(),
    () => undefined,
  );
  try {
    // A serverless host keeps the process alive for it.
    after(sent);
  } catch {
    // Outside a request nothing needs to wait for it.
  }
}
