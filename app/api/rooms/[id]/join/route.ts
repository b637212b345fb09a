import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { joinedRoom } from "@/lib/rooms/contract";
import { joinRoom } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: { en: "Join a room", ja: "ルームに参加する" },
  auth: "onboarded",
  limit: "rooms",
  params: idParams,
  response: joinedRoom,
  handler: async ({ viewer, params }) => ({ body: await joinRoom({ viewer, roomId: params.id }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
