import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { assertDeployable } from "@/lib/config/deployment.server";
import { serverEnv } from "@/lib/config/env.server";
import { logger } from "@/lib/infra/logger";
import { stampPeerAddress } from "./client-address";
import { logPage, noteRequest } from "./page-log";

const DRAIN_MS = 10_000;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * What a process needs before its first request.
 * @throws Error where the configuration is not usable
 */
export function prepareProcess(): void {
  const remark = assertDeployable(serverEnv());
  if (remark) logger().info(remark);
  if (!serverEnv().isSignInConfigured) logger().warn("NEXTAUTH_SECRET is not set: nobody can sign in.");

  subscribe("http.server.request.start", (message) => {
    const { request } = message as Exchange;
    stampPeerAddress(request);
    noteRequest(request);
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as Exchange;
    logPage(request, response);
  });

  // Next waits for open connections, and a client that never ends its own would hold it for ever.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => setTimeout(() => process.exit(0), DRAIN_MS).unref());
  // A launcher that is gone can't stop its server: the IPC channel between them closes.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
