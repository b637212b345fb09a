import { route } from "@/lib/server/http/route";
import { countUnreadNotifications } from "@/lib/server/services/notification-service";

export const GET = route({
  auth: "onboarded",
  handler: async ({ viewer }) => ({ body: await countUnreadNotifications(viewer) }),
});
