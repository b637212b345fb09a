import { streamQuery } from "@/lib/realtime/contract";
import { route } from "@/lib/http/route";
import { openStream } from "@/lib/realtime/service";

/** Live updates as server-sent events. Resumes after the event named by Last-Event-ID, or by `lastEventId`. */
export const GET = route({
  auth: "onboarded",
  limit: "streams",
  query: streamQuery,
  handler: ({ viewer, request, query }) => {
    const lastEventId = request.headers.get("last-event-id") ?? query.lastEventId ?? null;
    return new Response(openStream({ viewer, lastEventId, signal: request.signal }), {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        // Proxies that gather bytes would hold events back.
        "x-accel-buffering": "no",
      },
    });
  },
});
