import { unreadResponse } from "@/lib/notifications/contract";
import { route } from "@/lib/http/route";
import { countUnreadNotifications } from "@/lib/notifications/service";

export const GET = route({
  auth: "onboarded",
  response: unreadResponse,
  handler: async ({ viewer }) => ({ body: await countUnreadNotifications(viewer) }),
});
