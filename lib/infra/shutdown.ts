import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { logger } from "./logger";

/**
 * Graceful shutdown. On the signal, `ready` returns 503 while requests are still served for DRAIN_SECONDS, so that the
 * load balancer stops routing here. Then the server stops listening and the streams end.
 */

/** Next then waits for open requests, which a client could keep open indefinitely. */
const REQUESTS_MS = 10_000;

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

// On globalThis: Next may bundle this module twice.
const holder = globalThis as typeof globalThis & {
  gumShutdown?: { isDraining: boolean; isStopping: boolean; work: Set<() => void> };
};
const shutdown = () => (holder.gumShutdown ??= { isDraining: false, isStopping: false, work: new Set() });

export function isDraining(): boolean {
  return shutdown().isDraining;
}

/** Whether the server has stopped listening. */
export function isStopping(): boolean {
  return shutdown().isStopping;
}

/** `work` is called when the server stops listening. */
export function onShutdown(work: () => void): void {
  shutdown().work.add(work);
}

/** Call it once Next has registered its signal handlers. */
export function prepareShutdown(): void {
  const drainMs = serverEnv().DRAIN_SECONDS * 1_000;
  for (const signal of SIGNALS) {
    const listeners = process.listeners(signal);
    if (drainMs > 0) process.removeAllListeners(signal);
    const end = () => {
      shutdown().isStopping = true;
      for (const work of shutdown().work) work();
      setTimeout(() => {
        logger().warn("requests were still open when the server stopped");
        process.exit(0);
      }, REQUESTS_MS).unref();
      if (drainMs > 0) for (const listener of listeners) listener(signal);
    };
    process.on(signal, () => {
      // A second signal skips the wait.
      const isSecond = isDraining();
      shutdown().isDraining = true;
      if (drainMs === 0 || isSecond) end();
      else setTimeout(end, drainMs);
    });
  }
}
