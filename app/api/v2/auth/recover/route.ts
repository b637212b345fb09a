import { addressBody, sentAnswer } from "@/lib/contracts/auth";
import { mailLanguage } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { requestRecovery } from "@/lib/server/services/recovery-service";

export const POST = route({
  auth: "none",
  body: addressBody,
  answer: sentAnswer,
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
