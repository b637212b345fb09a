import { changeEmailBody, sentResponse } from "@/lib/auth/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { requestEmailChange } from "@/lib/account/service";

/** Mails a code to the new address; the old one stays until confirmation. */
export const PUT = route({
  summary: {
    en: "Change one's address; a code is mailed to the new one",
    ja: "メールアドレスを変更する（新しいアドレスにコードを送信）",
  },
  auth: "user",
  body: changeEmailBody,
  limit: "writes",
  response: sentResponse,
  handler: async ({ viewer, request, body }) => {
    await requestEmailChange(accountActor(viewer), { ...body, language: await mailLanguage(request) });
    return { status: 202, body: { sent: true } };
  },
});

export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods("PUT");
