import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { announce, getAnnouncements } from "@/lib/instance/announcement-service";
import { announcementBody, announcementsSchema } from "@/lib/instance/contract";

export const GET = route({
  summary: "List announcements, for admins",
  auth: "onboarded",
  response: announcementsSchema,
  handler: async ({ viewer }) => ({ body: { items: await getAnnouncements(viewer) } }),
});

export const POST = route({
  summary: "Announce something to everybody",
  auth: "onboarded",
  limit: "writes",
  body: announcementBody,
  response: announcementsSchema,
  handler: async ({ viewer, body }) => ({
    status: 201,
    body: { items: await announce({ actor: viewer, text: body.text }) },
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
