import { confirmFactorBody, recoveryCodesAnswer } from "@/lib/auth/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-answer.server";
import { route } from "@/lib/http/route";
import { confirmTotp } from "@/lib/auth/factor-service";

export const POST = route({
  auth: "onboarded",
  body: confirmFactorBody,
  answer: recoveryCodesAnswer,
  handler: async ({ viewer, request, body }) => ({
    body: await confirmTotp({ ...accountActor(viewer), language: await mailLanguage(request) }, body.code),
  }),
});
