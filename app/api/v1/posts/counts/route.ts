import { listOf } from "@/lib/contracts/common";
import { postCountsQuery, postCountsSchema } from "@/lib/contracts/post";
import { route } from "@/lib/server/http/route";
import { listPostCounts } from "@/lib/server/services/post-service";

/** What posts on the screen count now: asked after a live connection was away. */
export const GET = route({
  auth: "onboarded",
  query: postCountsQuery,
  answer: listOf(postCountsSchema),
  handler: async ({ viewer, query }) => ({
    body: { items: await listPostCounts({ viewer, ids: query.ids }) },
  }),
});
