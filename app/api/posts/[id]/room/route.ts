import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { postSchema } from "@/lib/posts/contract";
import { joinedRoom, patchPostRoomSchema } from "@/lib/rooms/contract";
import { joinPostRoom, setPostRoom } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: { en: "Join the room of a post", ja: "投稿のルームに参加する" },
  auth: "onboarded",
  limit: "rooms",
  params: idParams,
  response: joinedRoom,
  handler: async ({ viewer, params }) => ({ body: await joinPostRoom({ viewer, postId: params.id }) }),
});

export const PATCH = route({
  summary: {
    en: "Let people share the app of one's post, or stop that",
    ja: "自分の投稿のアプリの共有を許可する、または停止する",
  },
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
