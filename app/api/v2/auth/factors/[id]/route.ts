import { renameFactorBody } from "@/lib/auth/contract";
import { changeFactorName, removeTotp } from "@/lib/auth/factor-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";

export const PATCH = route({
  summary: { en: "Rename an authenticator app", ja: "認証アプリの名前を変更する" },
  auth: "user",
  params: idParams,
  limit: "writes",
  body: renameFactorBody,
  handler: async ({ viewer, params, body }) =>
    changeFactorName({ id: params.id, userId: viewer.id }, body.name),
});

/** Removes an authenticator app. Removing the last one turns off two-step sign-in. */
export const DELETE = route({
  summary: { en: "Remove an authenticator app", ja: "認証アプリを削除する" },
  auth: "user",
  params: idParams,
  limit: "writes",
  handler: async ({ viewer, params, request }) =>
    removeTotp({ ...accountActor(viewer), language: await mailLanguage(request) }, params.id),
});

export const { GET, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");
