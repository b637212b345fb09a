import { healthResponse } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";

export const GET = route({
  auth: "none",
  gateway: authGateway,
  response: healthResponse,
  handler: () => ({ body: { name: "Gum", description: "Gum signs people in." } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("GET");
