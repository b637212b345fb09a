import { confirmFactorBody, recoveryCodesResponse } from "@/lib/auth/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { confirmTotp } from "@/lib/auth/factor-service";

export const POST = route({
  summary: { en: "Confirm a new authenticator app", ja: "新しい認証アプリを確認する" },
  auth: "onboarded",
  body: confirmFactorBody,
  response: recoveryCodesResponse,
  handler: async ({ viewer, request, body }) => ({
    body: await confirmTotp(
      { ...accountActor(viewer), language: await mailLanguage(request) },
      body.code,
      body.name,
    ),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
