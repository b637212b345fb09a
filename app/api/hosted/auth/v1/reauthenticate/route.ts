import { sendReauthenticationCode } from "@/lib/account/service";
import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { emptyResponse } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";

/** Mails a nonce to reauthenticate with, for accounts without a password or second factor. */
export const GET = route({
  auth: "user",
  gateway: authGateway,
  limit: "writes",
  response: emptyResponse,
  handler: async ({ viewer, request }) => {
    await sendReauthenticationCode(viewer.id, await mailLanguage(request));
    return { body: {} };
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("GET");
