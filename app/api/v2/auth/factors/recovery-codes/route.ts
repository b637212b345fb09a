import { recoveryCodesResponse } from "@/lib/auth/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { renewRecoveryCodes } from "@/lib/auth/factor-service";

export const POST = route({
  summary: { en: "Make new recovery codes", ja: "新しいリカバリーコードを作成する" },
  auth: "onboarded",
  limit: "writes",
  response: recoveryCodesResponse,
  handler: async ({ viewer, request }) => ({
    body: await renewRecoveryCodes({ ...accountActor(viewer), language: await mailLanguage(request) }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
