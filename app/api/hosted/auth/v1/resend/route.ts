import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { resendVerification } from "@/lib/auth/verification-service";
import { emptyResponse, hostedResendBody } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";

/** Resends the confirmation code. */
export const POST = route({
  auth: "none",
  gateway: authGateway,
  body: hostedResendBody,
  response: emptyResponse,
  handler: async ({ request, address, body: { email, type } }) => {
    if (type === "email_change")
      throw new AppError("validation_error", { message: "Ask for the change of address again instead." });
    await resendVerification({ email, address, language: await mailLanguage(request) });
    return { body: {} };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
