import { confirmFactorBody, recoveryCodesAnswer } from "@/lib/contracts/auth";
import { accountActor, mailLanguage } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { confirmTotp } from "@/lib/server/services/factor-service";

export const POST = route({
  auth: "onboarded",
  body: confirmFactorBody,
  answer: recoveryCodesAnswer,
  handler: async ({ viewer, request, body }) => ({
    body: await confirmTotp({ ...accountActor(viewer), language: await mailLanguage(request) }, body.code),
  }),
});
