import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { noticePageSchema, noticesQuery } from "@/lib/moderation/notice-contract";
import { listNotices } from "@/lib/moderation/notice-service";

export const GET = route({
  summary: {
    en: "List what moderators decided about the viewer",
    ja: "自分に関するモデレーターの決定の一覧を取得する",
  },
  auth: "user",
  query: noticesQuery,
  response: noticePageSchema,
  handler: async ({ viewer, query }) => ({ body: await listNotices({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
