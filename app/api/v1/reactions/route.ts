import { reactionBody, reactionSchema } from "@/lib/posts/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { react } from "@/lib/posts/reaction-service";

export const POST = route({
  summary: { en: "Like or unlike a post", ja: "投稿にいいねする、または取り消す" },
  auth: "onboarded",
  scope: "posts:write",
  limit: "reactions",
  body: reactionBody,
  response: reactionSchema,
  handler: async ({ viewer, body: { postId, action } }) => ({
    body: await react({ actor: viewer, postId, kind: "like", on: action === "like" }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
