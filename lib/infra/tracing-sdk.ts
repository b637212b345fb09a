import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import {
  context,
  type Context,
  type HrTime,
  SpanKind,
  SpanStatusCode,
  trace,
  type TracerProvider,
} from "@opentelemetry/api";
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type Span,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-node";
import { serverEnv } from "@/lib/config/env.server";
import { logger } from "./logger";
import { onShutdown } from "./shutdown";
import { type EndSpan, setTracing } from "./tracing";

/**
 * Traces for a collector that speaks OTLP over HTTP. Next makes the spans of requests; lib/infra/tracing.ts those below.
 *
 * Trust model. The collector may belong to a third party, so attributes are sent by an allow-list: Next's own hold paths with
 * ids and queries with tokens. Nothing waits for the collector: spans are queued, and dropped where the queue is full.
 */

const SEND_MS = 5_000;

/** Settings of the SDK, OTEL_* and our defaults. */
export function startTracing(): void {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "gum", "service.version": version() }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new Processor(new PlainExporter(new OTLPTraceExporter({ timeoutMillis: SEND_MS })))],
  });
  // Next passes its span from the middleware to the page in the headers of the request, so it needs one.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  // Its spans of fetch have addresses with queries.
  process.env.NEXT_OTEL_FETCH_DISABLED = "1";
  onShutdown(() => void provider.forceFlush().catch(() => undefined));
  const isBehindProxy = serverEnv().TRUST_PROXY > 0;
  setTracing({
    begin: (name, attributes) => beginSpan(provider, name, attributes),
    currentTraceId: () => trace.getSpanContext(context.active())?.traceId,
    follow(request) {
      if (!isBehindProxy) {
        delete request.headers.traceparent;
        delete request.headers.tracestate;
      }
      requests.enterWith(request);
    },
    traceIdOf: (request) => traceIds.get(request),
  });
}

/** The version of the code: that of the database schema. */
const version = () => process.env.GUM_LAST_MIGRATION ?? "unknown";

const NOTHING: EndSpan = () => undefined;

function beginSpan(provider: TracerProvider, name: string, attributes: object): EndSpan {
  // Work that no request caused, like the heartbeat of a subscription, would be a trace each.
  if (!trace.getSpan(context.active())) return NOTHING;
  const span = provider
    .getTracer("gum")
    .startSpan(name, { kind: SpanKind.CLIENT, attributes: { ...attributes } });
  return ({ error, attributes: more } = {}) => {
    if (more) span.setAttributes(more);
    if (error !== undefined) {
      span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
}

/** The request under way, and its trace, for the log line that is written when its response was sent. */
const requests = new AsyncLocalStorage<IncomingMessage>();
const traceIds = new WeakMap<IncomingMessage, string>();

class Processor extends BatchSpanProcessor {
  override onStart(span: Span, parent: Context): void {
    super.onStart(span, parent);
    const request = requests.getStore();
    if (request && span.kind === SpanKind.SERVER) traceIds.set(request, span.spanContext().traceId);
  }
}

const ATTRIBUTES =
  /^(http\.(method|route|status_code|request\.method|response\.status_code)|next\.(span_type|route|rsc|segment)|db\.(system\.name|operation\.name|query\.text)|gum\.[a-z.]+|server\.address|error\.type)$/;

/** Of errors only their type: messages can quote input. */
const eventsOf = (span: ReadableSpan) =>
  span.events
    .filter(({ name }) => name === "exception")
    .map(({ name, time, attributes }) => ({
      name,
      time: time satisfies HrTime,
      attributes: { "exception.type": attributes?.["exception.type"] },
    }));

function withoutPersonalData(span: ReadableSpan): ReadableSpan {
  const allowed = Object.entries(span.attributes).filter(([name]) => ATTRIBUTES.test(name));
  return {
    // The middleware's has the path.
    name: span.name.startsWith("middleware ") ? span.name.split(" ", 2).join(" ") : span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    parentSpanContext: span.parentSpanContext,
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    attributes: Object.fromEntries(allowed),
    events: eventsOf(span),
    links: [],
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  };
}

/** Sends what may leave the process, and says once when that fails. */
class PlainExporter implements SpanExporter {
  #hasWarned = false;

  constructor(private readonly inner: SpanExporter) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.inner.export(spans.map(withoutPersonalData), (result) => {
      const hasFailed = result.code === ExportResultCode.FAILED;
      if (hasFailed && !this.#hasWarned) logger().warn({ err: result.error }, "traces cannot be sent");
      this.#hasWarned = hasFailed;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.inner.forceFlush?.();
  }
}
