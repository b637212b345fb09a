import { recoverConfirmBody, changedResponse } from "@/lib/auth/contract";
import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { recoverPassword } from "@/lib/auth/recovery-service";

export const POST = route({
  summary: {
    en: "Set a new password with a code from the mail",
    ja: "メールのコードで新しいパスワードを設定する",
  },
  auth: "none",
  body: recoverConfirmBody,
  response: changedResponse,
  handler: async ({ request, address, body }) => {
    const { password, ...proof } = body;
    await recoverPassword({ proof, password, address, language: await mailLanguage(request) });
    return { body: { changed: true } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
