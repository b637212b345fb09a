import { unreadResponse } from "@/lib/notifications/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { countUnreadNotifications } from "@/lib/notifications/service";

export const GET = route({
  summary: { en: "Count the viewer's unread notifications", ja: "未読の通知を数える" },
  auth: "onboarded",
  scope: "read",
  response: unreadResponse,
  handler: async ({ viewer }) => ({ body: await countUnreadNotifications(viewer) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
