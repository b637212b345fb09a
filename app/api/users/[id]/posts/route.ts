import { pageOf } from "@/lib/shared/contract";
import { postSchema } from "@/lib/posts/contract";
import { userParams, userPostsQuery } from "@/lib/people/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listUserPosts } from "@/lib/people/service";

export const GET = route({
  summary: { en: "List the posts of a person", ja: "人の投稿の一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  params: userParams,
  query: userPostsQuery,
  response: pageOf(postSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listUserPosts({ viewer, idOrName: params.id, query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
