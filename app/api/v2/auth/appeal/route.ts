import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { suspendedAppealBody } from "@/lib/moderation/notice-contract";
import { appealSuspended } from "@/lib/moderation/suspension-service";

export const POST = route({
  summary: "Appeal against a suspension, with the token of the refused sign-in",
  auth: "none",
  limit: "reports",
  body: suspendedAppealBody,
  handler: ({ body }) => appealSuspended(body),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
