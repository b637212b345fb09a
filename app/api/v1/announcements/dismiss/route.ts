import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { dismissAnnouncement } from "@/lib/instance/announcement-service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: { en: "Dismiss an announcement", ja: "お知らせを閉じる" },
  auth: "user",
  limit: "writes",
  body: idParams,
  handler: ({ viewer, body }) => dismissAnnouncement({ actor: viewer, id: body.id }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
