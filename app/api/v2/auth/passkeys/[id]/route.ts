import { renamePasskeyBody } from "@/lib/auth/passkey-contract";
import { changePasskeyName, removePasskey } from "@/lib/auth/passkey-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { idParams } from "@/lib/shared/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary: { en: "Rename a passkey", ja: "パスキーの名前を変更する" },
  auth: "user",
  params: idParams,
  limit: "writes",
  body: renamePasskeyBody,
  handler: async ({ viewer, params, body }) =>
    changePasskeyName({ id: params.id, userId: viewer.id }, body.name),
});

export const DELETE = route({
  summary: { en: "Remove a passkey", ja: "パスキーを削除する" },
  auth: "user",
  params: idParams,
  limit: "writes",
  handler: async ({ viewer, params, request }) =>
    removePasskey({ ...accountActor(viewer), language: await mailLanguage(request) }, params.id),
});

export const { GET, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");
