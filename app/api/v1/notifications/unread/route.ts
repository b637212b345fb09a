import { unreadResponse } from "@/lib/notifications/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { countUnreadNotifications } from "@/lib/notifications/service";

export const GET = route({
  summary: "Count the viewer's unread notifications",
  auth: "onboarded",
  response: unreadResponse,
  handler: async ({ viewer }) => ({ body: await countUnreadNotifications(viewer) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
