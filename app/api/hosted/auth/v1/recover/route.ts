import { requestRecovery } from "@/lib/auth/recovery-service";
import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { emptyResponse, hostedAddressBody, returnQuery } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { mailLinkFor } from "@/lib/hosted/auth-grant-service";
import { route } from "@/lib/http/route";

/** Mails a password reset code. */
export const POST = route({
  auth: "none",
  gateway: authGateway,
  query: returnQuery,
  body: hostedAddressBody,
  response: emptyResponse,
  handler: async ({ request, address, query, body }) => {
    const { email, gotrue_meta_security, ...pkce } = body;
    const linkOf = mailLinkFor({ ...query, ...pkce }, "recover_password");
    const humanToken = gotrue_meta_security?.captcha_token;
    await requestRecovery({ email, humanToken, address, linkOf, language: await mailLanguage(request) });
    return { body: {} };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
