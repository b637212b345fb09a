import { authorizeQuery, linkAddressResponse } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { linkAddress } from "@/lib/hosted/auth-grant-service";
import { getInstance } from "@/lib/hosted/gateway.server";
import { route } from "@/lib/http/route";

/** Where a browser begins to link a provider with the account that is signed in. */
export const GET = route({
  auth: "onboarded",
  gateway: authGateway,
  limit: "writes",
  query: authorizeQuery,
  response: linkAddressResponse,
  handler: async ({ viewer, query }) => ({
    body: { url: await linkAddress(viewer, query, `${getInstance().hosted.url}/auth/v1`) },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("GET");
