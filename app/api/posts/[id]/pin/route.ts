import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { pinSchema } from "@/lib/posts/contract";
import { pinPost } from "@/lib/posts/pin-service";
import { idParams } from "@/lib/shared/contract";

const change = { auth: "onboarded", limit: "writes", params: idParams, response: pinSchema } as const;

export const PUT = route({
  summary: { en: "Pin a post to one's profile", ja: "投稿をプロフィールに固定する" },
  ...change,
  handler: async ({ viewer, params }) => ({
    body: await pinPost({ actor: viewer, postId: params.id, on: true }),
  }),
});

export const DELETE = route({
  summary: { en: "Unpin a post", ja: "投稿の固定を外す" },
  ...change,
  handler: async ({ viewer, params }) => ({
    body: await pinPost({ actor: viewer, postId: params.id, on: false }),
  }),
});

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
