import { streamQuery } from "@/lib/realtime/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { openStream } from "@/lib/realtime/service";

/** Live updates as server-sent events, resumed after Last-Event-ID or `lastEventId`. */
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
        // Keeps proxies from buffering events.
        "x-accel-buffering": "no",
      },
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
