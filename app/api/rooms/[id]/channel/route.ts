import { ROOM_BODY_MAX_BYTES } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { channelSchema } from "@/lib/rooms/contract";
import { sendToChannel } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: { en: "Send bytes to everybody who is in a room now", ja: "いまルームにいる全員にバイト列を送る" },
  auth: "onboarded",
  params: idParams,
  body: channelSchema,
  jsonMaxBytes: ROOM_BODY_MAX_BYTES,
  handler: ({ viewer, params, body }) => sendToChannel({ viewer, roomId: params.id, ...body }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
