import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { appealBody } from "@/lib/moderation/notice-contract";
import { appeal } from "@/lib/moderation/notice-service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: { en: "Appeal against a decision about oneself", ja: "自分に関する決定に異議を申し立てる" },
  auth: "user",
  limit: "reports",
  params: idParams,
  body: appealBody,
  handler: ({ viewer, params, body }) => appeal({ viewer, id: params.id, text: body.text }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
