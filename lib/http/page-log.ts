import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { logger } from "@/lib/infra/logger";

const started = new WeakMap<IncomingMessage, { path: string; at: number }>();

/** Notes when a request came, before Next rewrites its address. */
export function noteRequest(request: IncomingMessage): void {
  started.set(request, { path: (request.url ?? "/").split("?")[0]!, at: performance.now() });
}

/** Logs an answered page under the id that its visitor can copy; route() logs the API. */
export function logPage(request: IncomingMessage, response: ServerResponse): void {
  const noted = started.get(request);
  const requestId = response.getHeader("x-request-id");
  if (!noted || !requestId || noted.path.startsWith("/api/")) return;
  logger().info(
    {
      requestId,
      method: request.method,
      path: noted.path,
      status: response.statusCode,
      ms: Math.round(performance.now() - noted.at),
    },
    "request",
  );
}

/** Logs why a page failed, under the id of its request and Next's digest of the error. */
export function logPageError(error: unknown, headers: NodeJS.Dict<string | string[]>): void {
  const digest = error instanceof Error && "digest" in error ? error.digest : undefined;
  logger().error({ requestId: headers["x-request-id"], digest, err: error }, "page failed");
}
