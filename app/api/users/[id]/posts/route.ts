import { pageOf } from "@/lib/contracts/common";
import { postSchema } from "@/lib/contracts/post";
import { userParams, userPostsQuery } from "@/lib/contracts/people";
import { route } from "@/lib/server/http/route";
import { listUserPosts } from "@/lib/server/services/people-service";

export const GET = route({
  auth: "onboarded",
  params: userParams,
  query: userPostsQuery,
  answer: pageOf(postSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listUserPosts({ viewer, idOrName: params.id, query }),
  }),
});
