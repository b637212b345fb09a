import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { endAnnouncement } from "@/lib/instance/announcement-service";
import { announcementsSchema } from "@/lib/instance/contract";
import { idParams } from "@/lib/shared/contract";

export const DELETE = route({
  summary: { en: "End an announcement", ja: "お知らせを終了する" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  response: announcementsSchema,
  handler: async ({ viewer, params }) => ({
    body: { items: await endAnnouncement({ actor: viewer, id: params.id }) },
  }),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
