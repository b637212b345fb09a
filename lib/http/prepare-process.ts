import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { assertDeployable } from "@/lib/config/deployment.server";
import { serverEnv } from "@/lib/config/env.server";
import { logger } from "@/lib/infra/logger";
import { isDraining, isStopping, prepareShutdown } from "@/lib/infra/shutdown";
import { tracing } from "@/lib/infra/tracing";
import { appointAtStart } from "@/lib/moderation/first-admin.server";
import { eventBus } from "@/lib/realtime/event-bus.server";
import { stampPeerAddress } from "./client-address";
import { logPage, noteRequest } from "./page-log";
import { measureRequest } from "./request-metrics";

/** How long startup waits for Redis. */
const BUS_MS = 2_000;

type Exchange = { request: IncomingMessage; response: ServerResponse; server: Server };

/** Prepares the process for its first request, or ends it where the configuration is unusable. */
export async function prepareProcess(): Promise<void> {
  checkConfiguration();
  if (!serverEnv().isSignInConfigured) logger().warn("NEXTAUTH_SECRET is not set: nobody can sign in.");
  appointAtStart();

  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as Exchange;
    // Keep-alive connections of a load balancer must end before the server does.
    if (isDraining()) response.setHeader("connection", "close");
    stampPeerAddress(request);
    tracing()?.follow(request);
    replaceUnusable(request);
    noteRequest(request);
    measureRequest(request, response);
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response, server } = message as Exchange;
    logPage(request, response);
    // Its connection was in use when the server closed idle ones, and would otherwise be kept alive. While the server still
    // listens, a request may be on its way on an idle connection.
    if (isStopping()) setImmediate(() => server.closeIdleConnections());
  });

  process.on("uncaughtExceptionMonitor", (error) => logger().fatal({ err: error }, "uncaught exception"));

  prepareShutdown();
  // The IPC channel closes when the launcher dies; without a launcher nothing would stop this server.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));

  // An event that cannot be published would restart the streams of all other processes.
  await eventBus().ready(BUS_MS);
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Next fails with a 500 on TRACE and on a path with half a percent escape, and renders pages for methods like PURGE: the
 * routes for unknown methods and unknown paths answer those.
 */
function replaceUnusable(request: IncomingMessage): void {
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  if (!METHODS.has(request.method ?? "")) {
    request.method = "GET";
    request.url = "/api/unknown-method";
  } else if (!isDecodable(path)) {
    request.url = path.startsWith("/api/") ? "/api/unknown-path" : "/unknown-path";
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function checkConfiguration(): void {
  try {
    const notice = assertDeployable(serverEnv());
    if (notice) logger().info(notice);
  } catch (error) {
    // Next would keep running and answer every request with 500.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
