import type { IncomingMessage, ServerResponse } from "node:http";

declare global {
  /** Asked about each request by the HTTP server around Next, which cannot import what Next has compiled. */
  var passGumGate: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | undefined;
}

/** Next calls it once, before it serves. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { passPageGate } = await import("@/lib/server/http/page-gate");
  globalThis.passGumGate = passPageGate;
}
