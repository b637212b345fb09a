import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { roomStreamQuery } from "@/lib/rooms/contract";
import { openRoomStream } from "@/lib/rooms/stream-service";

/** What happens in some rooms, as server-sent events; each room is resumed after the serial that the client names. */
export const GET = route({
  auth: "onboarded",
  limit: "streams",
  query: roomStreamQuery,
  handler: ({ viewer, request, query }) =>
    new Response(openRoomStream({ viewer, rooms: query.room, signal: request.signal }), {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        // Keeps proxies from buffering events.
        "x-accel-buffering": "no",
      },
    }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
