import { emojiBody, emojiPersonSchema, emojiReactionsSchema, postPageQuery } from "@/lib/posts/contract";
import { listReactions, reactWithEmoji } from "@/lib/posts/reaction-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams, pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: {
    en: "List who reacted to a post with which emoji",
    ja: "投稿に絵文字リアクションした人の一覧を取得する",
  },
  auth: "onboarded",
  scope: "read",
  params: idParams,
  query: postPageQuery,
  response: pageOf(emojiPersonSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listReactions({ viewer, postId: params.id, query }),
  }),
});

export const POST = route({
  summary: {
    en: "Add or remove an emoji reaction to a post",
    ja: "投稿に絵文字リアクションを付ける、または取り消す",
  },
  auth: "onboarded",
  scope: "posts:write",
  limit: "reactions",
  params: idParams,
  body: emojiBody,
  response: emojiReactionsSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await reactWithEmoji({ actor: viewer, postId: params.id, reaction: body }),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
