import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { metrics } from "@/lib/infra/metrics";
import { createRouteLabels } from "@/lib/shared/route-label";

/** The client closed the connection before the response; nginx's status. */
const CUT_OFF = 499;

/** next.config.ts inlines them. */
const labelOf = createRouteLabels((process.env.GUM_ROUTES ?? "").split(" "));

/** Records a request and its duration, pages and API alike. Call it before Next rewrites the URL. */
export function measureRequest(request: IncomingMessage, response: ServerResponse): void {
  const all = metrics();
  const began = performance.now();
  const route = labelOf((request.url ?? "/").split("?", 1)[0]!);
  const method = request.method!;
  all.requestsOpen.inc();
  response.once("close", () => {
    all.requestsOpen.dec();
    const status = response.headersSent ? response.statusCode : CUT_OFF;
    all.requests.inc({ route, method, status });
    const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
    if (!isStream) all.requestSeconds.observe({ route, method }, (performance.now() - began) / 1_000);
  });
}
