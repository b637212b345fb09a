import { markReadBody, unreadResponse } from "@/lib/notifications/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { markRead } from "@/lib/notifications/service";

export const POST = route({
  summary: { en: "Mark notifications as read", ja: "通知を既読にする" },
  auth: "onboarded",
  limit: "writes",
  body: markReadBody,
  response: unreadResponse,
  handler: async ({ viewer, body }) => ({ body: await markRead({ viewer, upTo: body.upTo }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
