import type { IncomingMessage, ServerResponse } from "node:http";

declare global {
  /** Asked about each request by the HTTP server around Next, which cannot import what Next has compiled. */
  var passGumGate: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | undefined;
}

/** Next calls it once, before it serves. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { checkDeployment } = await import("@/lib/server/http/deployment-check");
  checkDeployment();
  const { passPageGate } = await import("@/lib/server/http/page-gate");
  globalThis.passGumGate = passPageGate;
}

/** Next calls it for a page that failed; what a route handler throws is answered and logged by itself. */
export async function onRequestError(
  error: unknown,
  request: { headers: NodeJS.Dict<string | string[]> },
): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logPageError } = await import("@/lib/server/http/page-error");
  logPageError(error, request.headers);
}
