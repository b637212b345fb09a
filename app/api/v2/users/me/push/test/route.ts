import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { pushTestResponse } from "@/lib/push/contract";
import { sendTest } from "@/lib/push/service";

export const POST = route({
  summary: { en: "Send a push message to this device to try it", ja: "この端末にテストのプッシュ通知を送る" },
  auth: "onboarded",
  limit: "pushTests",
  response: pushTestResponse,
  handler: async ({ viewer, request }) => ({
    body: await sendTest({ actor: viewer, language: await mailLanguage(request) }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
