import { resendBody, sentAnswer } from "@/lib/contracts/auth";
import { AppError } from "@/lib/domain/errors";
import { mailLanguage } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { resendVerification } from "@/lib/server/services/verification-service";

export const POST = route({
  auth: "optional",
  body: resendBody,
  answer: sentAnswer,
  handler: async ({ viewer, request, address, body }) => {
    const email = body.email ?? viewer?.email;
    if (!email) throw new AppError("unauthenticated");
    await resendVerification({ email, address, language: await mailLanguage(request) });
    return { status: 202, body: { sent: true } };
  },
});
