import { passkeyOptionsSchema } from "@/lib/auth/passkey-contract";
import { registrationOptions } from "@/lib/auth/passkey-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: { en: "Begin to add a passkey", ja: "パスキーの追加を始める" },
  auth: "onboarded",
  limit: "writes",
  response: passkeyOptionsSchema,
  handler: async ({ viewer, request }) => ({
    body: {
      options: await registrationOptions({
        ...accountActor(viewer),
        language: await mailLanguage(request),
      }),
    },
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
