import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { suspendedAppealBody } from "@/lib/moderation/notice-contract";
import { appealSuspended } from "@/lib/moderation/suspension-service";

export const POST = route({
  summary: {
    en: "Appeal against a suspension, with the token of the refused sign-in",
    ja: "拒否されたサインインのトークンで、利用停止に異議を申し立てる",
  },
  auth: "none",
  limit: "reports",
  body: suspendedAppealBody,
  handler: ({ body }) => appealSuspended(body),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
