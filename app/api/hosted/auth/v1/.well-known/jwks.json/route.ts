import { keysResponse } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";

/** An empty key set: clients cannot verify access tokens themselves, only ask the server. */
export const GET = route({
  auth: "none",
  gateway: authGateway,
  response: keysResponse,
  handler: () => ({ body: { keys: [] } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("GET");
