import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { requestSignInCode } from "@/lib/auth/sign-in-code-service";
import { emptyResponse, hostedAddressBody, returnQuery } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { mailLinkFor } from "@/lib/hosted/auth-grant-service";
import { route } from "@/lib/http/route";

/**
 * Mails a code and a magic link to sign in with. The response is the same for an address without an account, which gets
 * no mail.
 */
export const POST = route({
  auth: "none",
  gateway: authGateway,
  query: returnQuery,
  body: hostedAddressBody,
  response: emptyResponse,
  handler: async ({ request, address, query, body }) => {
    const { email, gotrue_meta_security, ...pkce } = body;
    const linkOf = mailLinkFor({ ...query, ...pkce }, "sign_in");
    const humanToken = gotrue_meta_security?.captcha_token;
    await requestSignInCode({ email, humanToken, address, linkOf, language: await mailLanguage(request) });
    return { body: {} };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
