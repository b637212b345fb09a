import { sendReauthenticationCode } from "@/lib/account/service";
import { sentResponse } from "@/lib/auth/contract";
import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

/** Mails a code to reauthenticate with, for accounts without a password or second factor. */
export const POST = route({
  summary: { en: "Ask for a code by mail to prove who one is", ja: "本人確認用のコードをメールで受け取る" },
  auth: "user",
  limit: "writes",
  response: sentResponse,
  handler: async ({ viewer, request }) => {
    await sendReauthenticationCode(viewer.id, await mailLanguage(request));
    return { status: 202, body: { sent: true } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
