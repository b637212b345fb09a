import { enrolFactorBody, factorsResponse, totpEnrolmentSchema } from "@/lib/auth/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { enrolTotp, getFactors, removeTotp } from "@/lib/auth/factor-service";

export const GET = route({
  summary: "List the viewer's second factors",
  auth: "user",
  response: factorsResponse,
  handler: async ({ viewer }) => ({ body: await getFactors(viewer.id) }),
});

/**
 * Starts the enrolment of an authenticator app. It requires a confirmed address: a factor survives recovery by mail, so a
 * stranger must not be able to plant one in an account created with somebody else's address.
 */
export const POST = route({
  summary: "Begin to add an authenticator app",
  auth: "onboarded",
  limit: "writes",
  body: enrolFactorBody,
  response: totpEnrolmentSchema,
  handler: async ({ viewer, request, body }) => ({
    status: 201,
    body: await enrolTotp({ ...accountActor(viewer), language: await mailLanguage(request) }, body.name),
  }),
});

/** Turns off two-step sign-in by removing all authenticator apps. */
export const DELETE = route({
  summary: "Turn two-step sign-in off",
  auth: "user",
  limit: "writes",
  handler: async ({ viewer, request }) =>
    removeTotp({ ...accountActor(viewer), language: await mailLanguage(request) }),
});

export const { PUT, PATCH, OPTIONS } = otherMethods("GET", "POST", "DELETE");
