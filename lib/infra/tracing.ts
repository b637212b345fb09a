import "server-only";
import type { IncomingMessage } from "node:http";

/**
 * Spans of what a request does outside of this process: statements, Redis commands, files, requests of apps. Without
 * OTEL_EXPORTER_OTLP_ENDPOINT nothing here does anything, and no module of OpenTelemetry's SDK is loaded: tracing-sdk.ts
 * provides the work.
 *
 * Attributes come from the code. Values of statements, Redis keys, names of files, paths and queries of requests never
 * belong in a trace.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** Ends a span. `error`: what made the work fail; only its type is kept. */
export type EndSpan = (end?: { error?: unknown; attributes?: SpanAttributes }) => void;

export type Tracing = {
  begin: (name: string, attributes: SpanAttributes) => EndSpan;
  currentTraceId: () => string | undefined;
  /** Call it when a request arrives, before Next begins its span. */
  follow: (request: IncomingMessage) => void;
  traceIdOf: (request: IncomingMessage) => string | undefined;
};

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & { gumTracing?: Tracing };

export function tracing(): Tracing | undefined {
  return holder.gumTracing;
}

export function setTracing(value: Tracing): void {
  holder.gumTracing = value;
}

const NOTHING: EndSpan = () => undefined;

/** Begins a span of the request under way; outside of one there is none. */
export function beginSpan(name: string, attributes: SpanAttributes): EndSpan {
  return holder.gumTracing?.begin(name, attributes) ?? NOTHING;
}

/** Runs `work` in a span that fails if it throws. */
export async function inSpan<T>(
  name: string,
  attributes: SpanAttributes,
  work: (add: (more: SpanAttributes) => void) => Promise<T>,
): Promise<T> {
  const end = beginSpan(name, attributes);
  let added: SpanAttributes = {};
  try {
    const result = await work((more) => (added = { ...added, ...more }));
    end({ attributes: added });
    return result;
  } catch (error) {
    end({ error, attributes: added });
    throw error;
  }
}
