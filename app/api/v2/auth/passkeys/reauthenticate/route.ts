import { passkeyOptionsSchema } from "@/lib/auth/passkey-contract";
import { reauthenticationOptions } from "@/lib/auth/passkey-service";
import { accountActor } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

/** The options to reauthenticate with; the response is posted to /v2/auth/reauthenticate. */
export const POST = route({
  summary: { en: "Begin to prove with a passkey who one is", ja: "パスキーによる本人確認を始める" },
  auth: "user",
  limit: "writes",
  response: passkeyOptionsSchema,
  handler: async ({ viewer }) => ({ body: { options: await reauthenticationOptions(accountActor(viewer)) } }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
