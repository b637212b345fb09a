import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { noticePageSchema, noticesQuery } from "@/lib/moderation/notice-contract";
import { listNotices } from "@/lib/moderation/notice-service";

export const GET = route({
  summary: "List what moderators decided about the viewer",
  auth: "user",
  query: noticesQuery,
  response: noticePageSchema,
  handler: async ({ viewer, query }) => ({ body: await listNotices({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
