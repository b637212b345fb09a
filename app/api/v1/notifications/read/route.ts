import { markReadBody } from "@/lib/contracts/notification";
import { route } from "@/lib/server/http/route";
import { markRead } from "@/lib/server/services/notification-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  body: markReadBody,
  handler: async ({ viewer, body }) => ({ body: await markRead({ viewer, upTo: body.upTo }) }),
});
