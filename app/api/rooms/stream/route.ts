import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { eventStreamResponse } from "@/lib/realtime/stream.server";
import { roomStreamQuery } from "@/lib/rooms/contract";
import { openRoomStream } from "@/lib/rooms/stream-service";

/** The events of several rooms as server-sent events, each room resumed after the serial that the client names. */
export const GET = route({
  summary: {
    en: "Follow several rooms, as server-sent events",
    ja: "複数のルームの更新をServer-Sent Eventsで受け取る",
  },
  auth: "onboarded",
  limit: "streams",
  query: roomStreamQuery,
  sends: "text/event-stream",
  handler: ({ viewer, request, query }) =>
    eventStreamResponse(openRoomStream({ viewer, rooms: query.room, signal: request.signal })),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
