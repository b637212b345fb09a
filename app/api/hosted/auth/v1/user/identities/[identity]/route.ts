import { emptyResponse, identityParams } from "@/lib/hosted/auth-contract";
import { authGateway, hostedFacts, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { unlinkIdentity } from "@/lib/hosted/auth-grant-service";
import { route } from "@/lib/http/route";

/** Unlinks a provider. As in our own API, the last way to sign in stays. */
export const DELETE = route({
  auth: "user",
  gateway: authGateway,
  limit: "writes",
  params: identityParams,
  response: emptyResponse,
  handler: async ({ request, viewer, address, params }) => {
    await unlinkIdentity(viewer, params.identity, await hostedFacts(request, address));
    return { body: {} };
  },
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherAuthMethods("DELETE");
