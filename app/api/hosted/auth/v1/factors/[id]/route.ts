import { removeTotp } from "@/lib/auth/factor-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { factorParams, unenrolledResponse } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";

export const DELETE = route({
  auth: "user",
  gateway: authGateway,
  params: factorParams,
  limit: "writes",
  response: unenrolledResponse,
  handler: async ({ viewer, params: { id }, request }) => {
    await removeTotp({ ...accountActor(viewer), language: await mailLanguage(request) }, id);
    return { body: { id } };
  },
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherAuthMethods("DELETE");
