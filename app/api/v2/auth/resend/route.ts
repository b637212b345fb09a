import { resendBody, sentResponse } from "@/lib/auth/contract";
import { AppError } from "@/lib/shared/errors";
import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { resendVerification } from "@/lib/auth/verification-service";

export const POST = route({
  summary: { en: "Mail the confirmation code again", ja: "確認コードのメールを再送する" },
  auth: "optional",
  body: resendBody,
  response: sentResponse,
  handler: async ({ viewer, request, address, body }) => {
    const email = body.email ?? viewer?.email;
    if (!email) throw new AppError("unauthenticated");
    await resendVerification({ email, address, language: await mailLanguage(request) });
    return { status: 202, body: { sent: true } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
