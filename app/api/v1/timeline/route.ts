import { pageOf } from "@/lib/contracts/common";
import { postSchema } from "@/lib/contracts/post";
import { timelineQuery } from "@/lib/contracts/timeline";
import { route } from "@/lib/server/http/route";
import { readTimeline } from "@/lib/server/services/timeline-service";

export const GET = route({
  auth: "onboarded",
  query: timelineQuery,
  answer: pageOf(postSchema),
  handler: async ({ viewer, query }) => ({ body: await readTimeline({ viewer, query }) }),
});
