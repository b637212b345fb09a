import { authorizeQuery } from "@/lib/hosted/auth-contract";
import { authGateway, hostedRedirect, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { authorize } from "@/lib/hosted/auth-grant-service";
import { openGateway } from "@/lib/hosted/gateway.server";
import { route } from "@/lib/http/route";

/** A browser comes here from a client to sign in at a provider. */
export const GET = route({
  auth: "none",
  gateway: openGateway(authGateway),
  query: authorizeQuery,
  handler: async ({ query, address }) => {
    const { url, cookies } = await authorize(query, address);
    return hostedRedirect(url, cookies);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("GET");
