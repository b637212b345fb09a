import { listOf } from "@/lib/shared/contract";
import { addPasskeyBody, passkeyInfoSchema } from "@/lib/auth/passkey-contract";
import { addPasskey, getPasskeys } from "@/lib/auth/passkey-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  auth: "user",
  response: listOf(passkeyInfoSchema),
  handler: async ({ viewer }) => ({ body: { items: await getPasskeys(viewer.id) } }),
});

/** Registers a passkey. Like an authenticator app it takes a confirmed address (see factors). */
export const POST = route({
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
