import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { postSchema } from "@/lib/posts/contract";
import { joinedRoom, patchPostRoomSchema } from "@/lib/rooms/contract";
import { joinPostRoom, setPostRoom } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

/** Joins the room of a post. */
export const POST = route({
  auth: "onboarded",
  limit: "rooms",
  params: idParams,
  response: joinedRoom,
  handler: async ({ viewer, params }) => ({ body: await joinPostRoom({ viewer, postId: params.id }) }),
});

/** Its author lets people share the app, or turns that off. */
export const PATCH = route({
  auth: "onboarded",
  limit: "rooms",
  params: idParams,
  body: patchPostRoomSchema,
  response: postSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await setPostRoom({ viewer, postId: params.id, ...body }),
  }),
});

export const { GET, PUT, DELETE, OPTIONS } = otherMethods("POST", "PATCH");
