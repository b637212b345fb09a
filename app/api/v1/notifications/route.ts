import { notificationsQuery, notificationPageSchema } from "@/lib/notifications/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listNotifications } from "@/lib/notifications/service";

export const GET = route({
  summary: { en: "List the viewer's notifications", ja: "自分の通知の一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  query: notificationsQuery,
  response: notificationPageSchema,
  handler: async ({ viewer, query }) => ({ body: await listNotifications({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
