import { notificationsQuery, notificationPageSchema } from "@/lib/notifications/contract";
import { route } from "@/lib/http/route";
import { listNotifications } from "@/lib/notifications/service";

export const GET = route({
  auth: "onboarded",
  query: notificationsQuery,
  response: notificationPageSchema,
  handler: async ({ viewer, query }) => ({ body: await listNotifications({ viewer, query }) }),
});
