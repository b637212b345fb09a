import { unreadAnswer } from "@/lib/contracts/notification";
import { route } from "@/lib/server/http/route";
import { countUnreadNotifications } from "@/lib/server/services/notification-service";

export const GET = route({
  auth: "onboarded",
  answer: unreadAnswer,
  handler: async ({ viewer }) => ({ body: await countUnreadNotifications(viewer) }),
});
