import { sendReauthenticationCode } from "@/lib/account/service";
import { sentResponse } from "@/lib/auth/contract";
import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

/** Mails a code to prove again who is signed in, where an account has neither a password nor a second factor. */
export const POST = route({
  auth: "user",
  limit: "writes",
  response: sentResponse,
  handler: async ({ viewer, request }) => {
    await sendReauthenticationCode(viewer.id, await mailLanguage(request));
    return { status: 202, body: { sent: true } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
