import { logoutQuery } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { signOutByScope } from "@/lib/hosted/auth-service";
import { route } from "@/lib/http/route";

export const POST = route({
  auth: "optional",
  gateway: authGateway,
  query: logoutQuery,
  // Clients send an empty body with a JSON content type.
  handler: async ({ viewer, query }) => {
    if (viewer) await signOutByScope(viewer, query.scope);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
