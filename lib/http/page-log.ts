import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { logger } from "@/lib/infra/logger";
import { tracing } from "@/lib/infra/tracing";

const started = new WeakMap<IncomingMessage, { path: string; at: number }>();

/** Records when a request arrived and its path, before Next rewrites its URL. */
export function noteRequest(request: IncomingMessage): void {
  started.set(request, { path: (request.url ?? "/").split("?")[0]!, at: performance.now() });
}

/** Logs a page response with the request id that the visitor can copy; route() logs the API. */
export function logPage(request: IncomingMessage, response: ServerResponse): void {
  const start = started.get(request);
  const requestId = response.getHeader("x-request-id");
  if (!start || !requestId || start.path.startsWith("/api/")) return;
  logger().info(
    {
      requestId,
      method: request.method,
      path: start.path,
      status: response.statusCode,
      ms: Math.round(performance.now() - start.at),
      // The response may have been sent outside of the span.
      traceId: tracing()?.traceIdOf(request),
    },
    "request",
  );
}

/** Logs why a page failed, with its request id and Next's digest of the error. */
export function logPageError(error: unknown, headers: NodeJS.Dict<string | string[]>): void {
  const digest = error instanceof Error && "digest" in error ? error.digest : undefined;
  logger().error({ requestId: headers["x-request-id"], digest, err: error }, "page failed");
}
