import { listOf } from "@/lib/shared/contract";
import { addPasskeyBody, passkeyInfoSchema } from "@/lib/auth/passkey-contract";
import { addPasskey, getPasskeys } from "@/lib/auth/passkey-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "List the viewer's passkeys", ja: "自分のパスキーの一覧を取得する" },
  auth: "user",
  response: listOf(passkeyInfoSchema),
  handler: async ({ viewer }) => ({ body: { items: await getPasskeys(viewer.id) } }),
});

/** Registers a passkey. As for an authenticator app, the address must be confirmed (see factors). */
export const POST = route({
  summary: { en: "Add a passkey", ja: "パスキーを追加する" },
  auth: "onboarded",
  limit: "writes",
  body: addPasskeyBody,
  response: passkeyInfoSchema,
  handler: async ({ viewer, request, body }) => ({
    status: 201,
    body: await addPasskey({ ...accountActor(viewer), language: await mailLanguage(request) }, body),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
