import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { announce, getAnnouncements } from "@/lib/instance/announcement-service";
import { announcementBody, announcementsSchema } from "@/lib/instance/contract";

export const GET = route({
  summary: { en: "List announcements, for admins", ja: "お知らせの一覧を取得する（管理者用）" },
  auth: "onboarded",
  response: announcementsSchema,
  handler: async ({ viewer }) => ({ body: { items: await getAnnouncements(viewer) } }),
});

export const POST = route({
  summary: { en: "Announce something to everybody", ja: "全員へのお知らせを出す" },
  auth: "onboarded",
  limit: "writes",
  body: announcementBody,
  response: announcementsSchema,
  handler: async ({ viewer, body }) => ({
    status: 201,
    body: { items: await announce({ actor: viewer, text: body.text }) },
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
