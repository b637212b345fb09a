import { markReadBody, unreadAnswer } from "@/lib/contracts/notification";
import { route } from "@/lib/server/http/route";
import { markRead } from "@/lib/server/services/notification-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  body: markReadBody,
  answer: unreadAnswer,
  handler: async ({ viewer, body }) => ({ body: await markRead({ viewer, upTo: body.upTo }) }),
});
