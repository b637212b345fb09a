import { enrolTotp } from "@/lib/auth/factor-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { enrolBody, enrolledResponse } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";

/** Starts the enrolment of an authenticator app. As in our own API, the address must be confirmed. */
export const POST = route({
  auth: "onboarded",
  gateway: authGateway,
  limit: "writes",
  body: enrolBody,
  response: enrolledResponse,
  handler: async ({ viewer, request, body }) => {
    const name = body.friendly_name ?? "";
    const actor = { ...accountActor(viewer), language: await mailLanguage(request) };
    const { id, secret, uri, qr } = await enrolTotp(actor, name);
    const qr_code = Buffer.from(qr.slice(qr.indexOf(",") + 1), "base64").toString();
    return { body: { id, type: "totp" as const, friendly_name: name, totp: { qr_code, secret, uri } } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
