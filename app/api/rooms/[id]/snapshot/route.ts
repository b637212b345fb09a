import { ROOM_SNAPSHOT_MAX_BYTES } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { putSnapshotSchema } from "@/lib/rooms/contract";
import { putSnapshot } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

/** Keeps the state after an update, from which newcomers start. */
export const PUT = route({
  auth: "onboarded",
  params: idParams,
  body: putSnapshotSchema,
  jsonMaxBytes: 2 * ROOM_SNAPSHOT_MAX_BYTES,
  jsonAllowNul: true,
  handler: ({ viewer, params, body }) => putSnapshot({ viewer, roomId: params.id, ...body }),
});

export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods("PUT");
