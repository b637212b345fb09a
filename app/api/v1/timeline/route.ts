import { pageOf } from "@/lib/shared/contract";
import { postSchema } from "@/lib/posts/contract";
import { timelineQuery } from "@/lib/posts/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { readTimeline } from "@/lib/posts/timeline-service";

export const GET = route({
  summary: { en: "Read a timeline", ja: "タイムラインを取得する" },
  auth: "onboarded",
  scope: "read",
  query: timelineQuery,
  response: pageOf(postSchema),
  handler: async ({ viewer, query }) => ({ body: await readTimeline({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
