import { changePasswordBody } from "@/lib/auth/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { changePassword } from "@/lib/account/service";

export const PUT = route({
  summary: { en: "Change one's password", ja: "パスワードを変更する" },
  auth: "user",
  body: changePasswordBody,
  limit: "writes",
  handler: async ({ viewer, request, body }) =>
    changePassword(accountActor(viewer), { ...body, language: await mailLanguage(request) }),
});

export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods("PUT");
