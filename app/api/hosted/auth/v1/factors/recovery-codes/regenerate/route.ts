import { renewRecoveryCodes } from "@/lib/auth/factor-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { recoveryCodes } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";

/**
 * Replaces all recovery codes. Clients also call this to show the codes after enrolling the first authenticator app.
 */
export const POST = route({
  auth: "user",
  gateway: authGateway,
  limit: "writes",
  response: recoveryCodes,
  handler: async ({ viewer, request }) => {
    const actor = { ...accountActor(viewer), language: await mailLanguage(request) };
    const { recoveryCodes: codes } = await renewRecoveryCodes(actor);
    return { body: { id: viewer.id, type: "recovery_code" as const, total: codes.length, codes } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
