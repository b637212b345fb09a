import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { postSchema } from "@/lib/posts/contract";
import { joinedRoom, patchPostRoomSchema } from "@/lib/rooms/contract";
import { joinPostRoom, setPostRoom } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: "Join the room of a post",
  auth: "onboarded",
  limit: "rooms",
  params: idParams,
  response: joinedRoom,
  handler: async ({ viewer, params }) => ({ body: await joinPostRoom({ viewer, postId: params.id }) }),
});

export const PATCH = route({
  summary: "Let people share the app of one's post, or stop that",
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
