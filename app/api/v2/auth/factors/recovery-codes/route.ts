import { recoveryCodesAnswer } from "@/lib/contracts/auth";
import { accountActor, mailLanguage } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { renewRecoveryCodes } from "@/lib/server/services/factor-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  answer: recoveryCodesAnswer,
  handler: async ({ viewer, request }) => ({
    body: await renewRecoveryCodes({ ...accountActor(viewer), language: await mailLanguage(request) }),
  }),
});
