import { listOf } from "@/lib/shared/contract";
import { postCountsQuery, postCountsSchema } from "@/lib/posts/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listPostCounts } from "@/lib/posts/service";

/** The current counters and live cards of posts, fetched after a live connection reconnects. */
export const GET = route({
  summary: {
    en: "Read the counters and live cards of posts",
    ja: "投稿のカウンターとライブカードを取得する",
  },
  auth: "onboarded",
  scope: "read",
  query: postCountsQuery,
  response: listOf(postCountsSchema),
  handler: async ({ viewer, query }) => ({
    body: { items: await listPostCounts({ viewer, ids: query.ids }) },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
