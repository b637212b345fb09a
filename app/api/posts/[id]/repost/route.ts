import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { repostSchema } from "@/lib/posts/contract";
import { repost } from "@/lib/posts/reaction-service";
import { idParams } from "@/lib/shared/contract";

const change = { auth: "onboarded", limit: "reactions", params: idParams, response: repostSchema } as const;

export const POST = route({
  summary: { en: "Repost a post", ja: "投稿をリポストする" },
  ...change,
  scope: "posts:write",
  handler: async ({ viewer, params }) => ({
    body: await repost({ actor: viewer, postId: params.id, on: true }),
  }),
});

export const DELETE = route({
  summary: { en: "Undo a repost", ja: "リポストを取り消す" },
  ...change,
  scope: "posts:write",
  handler: async ({ viewer, params }) => ({
    body: await repost({ actor: viewer, postId: params.id, on: false }),
  }),
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
