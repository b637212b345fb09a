import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { patchRoomSchema } from "@/lib/rooms/contract";
import { closeRoom } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

/** Makes a room read-only, or opens it again. */
export const PATCH = route({
  auth: "onboarded",
  limit: "rooms",
  params: idParams,
  body: patchRoomSchema,
  handler: ({ viewer, params, body }) => closeRoom({ viewer, roomId: params.id, ...body }),
});

export const { GET, POST, PUT, DELETE, OPTIONS } = otherMethods("PATCH");
