import { addressBody, sentResponse } from "@/lib/auth/contract";
import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { requestRecovery } from "@/lib/auth/recovery-service";

export const POST = route({
  summary: {
    en: "Ask for a code by mail to set a new password",
    ja: "パスワード再設定用のコードをメールで受け取る",
  },
  auth: "none",
  body: addressBody,
  response: sentResponse,
  handler: async ({ request, address, body }) => {
    await requestRecovery({
      email: body.email,
      humanToken: body.cf_turnstile_token,
      address,
      language: await mailLanguage(request),
    });
    return { status: 202, body: { sent: true } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
