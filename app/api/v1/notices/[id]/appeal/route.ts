import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { appealBody } from "@/lib/moderation/notice-contract";
import { appeal } from "@/lib/moderation/notice-service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: "Appeal against a decision about oneself",
  auth: "user",
  limit: "reports",
  params: idParams,
  body: appealBody,
  handler: ({ viewer, params, body }) => appeal({ viewer, id: params.id, text: body.text }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
