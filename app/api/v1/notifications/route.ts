import { notificationsQuery, notificationPageSchema } from "@/lib/contracts/notification";
import { route } from "@/lib/server/http/route";
import { listNotifications } from "@/lib/server/services/notification-service";

export const GET = route({
  auth: "onboarded",
  query: notificationsQuery,
  answer: notificationPageSchema,
  handler: async ({ viewer, query }) => ({ body: await listNotifications({ viewer, query }) }),
});
