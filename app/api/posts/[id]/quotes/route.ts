import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { postPageQuery, postSchema } from "@/lib/posts/contract";
import { listQuotes } from "@/lib/posts/timeline-service";
import { idParams, pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the quotes of a post", ja: "投稿の引用の一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  params: idParams,
  query: postPageQuery,
  response: pageOf(postSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listQuotes({ viewer, postId: params.id, query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
