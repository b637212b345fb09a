import { ROOM_BODY_MAX_BYTES } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { sendUpdateSchema, sentUpdate, updatesPage, updatesQuery } from "@/lib/rooms/contract";
import { readUpdates, sendUpdate } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: "Read the log of a room after a serial",
  auth: "onboarded",
  params: idParams,
  query: updatesQuery,
  response: updatesPage,
  handler: async ({ viewer, params, query }) => ({
    body: await readUpdates({ viewer, roomId: params.id, ...query }),
  }),
});

export const POST = route({
  summary: "Append an update to the log of a room",
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
