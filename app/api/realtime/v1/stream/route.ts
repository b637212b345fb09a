import { streamQuery } from "@/lib/realtime/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { openStream } from "@/lib/realtime/service";
import { eventStreamResponse } from "@/lib/realtime/stream.server";

/** Live updates as server-sent events, resumed after Last-Event-ID or `lastEventId`. */
export const GET = route({
  summary: {
    en: "Follow live updates, as server-sent events",
    ja: "リアルタイム更新をServer-Sent Eventsで受け取る",
  },
  auth: "onboarded",
  scope: "read",
  limit: "streams",
  query: streamQuery,
  sends: "text/event-stream",
  handler: ({ viewer, request, query }) => {
    const lastEventId = request.headers.get("last-event-id") ?? query.lastEventId ?? null;
    return eventStreamResponse(openStream({ viewer, lastEventId, signal: request.signal }));
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
