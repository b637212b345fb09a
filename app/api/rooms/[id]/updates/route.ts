import { ROOM_BODY_MAX_BYTES } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { sendUpdateSchema, sentUpdate, updatesPage, updatesQuery } from "@/lib/rooms/contract";
import { readUpdates, sendUpdate } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "Read the log of a room after a serial", ja: "ルームのログを指定した番号以降で取得する" },
  auth: "onboarded",
  params: idParams,
  query: updatesQuery,
  response: updatesPage,
  handler: async ({ viewer, params, query }) => ({
    body: await readUpdates({ viewer, roomId: params.id, ...query }),
  }),
});

export const POST = route({
  summary: { en: "Append an update to the log of a room", ja: "ルームのログに更新を追加する" },
  auth: "onboarded",
  params: idParams,
  body: sendUpdateSchema,
  jsonMaxBytes: ROOM_BODY_MAX_BYTES,
  jsonAllowNul: true,
  response: sentUpdate,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await sendUpdate({ viewer, roomId: params.id, ...body }),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
