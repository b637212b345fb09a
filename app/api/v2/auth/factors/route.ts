import { factorsResponse, totpEnrolmentSchema } from "@/lib/auth/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { route } from "@/lib/http/route";
import { enrolTotp, getFactors, removeTotp } from "@/lib/auth/factor-service";

export const GET = route({
  auth: "user",
  response: factorsResponse,
  handler: async ({ viewer }) => ({ body: await getFactors(viewer.id) }),
});

/**
 * Begins the enrolment of an authenticator app. Only for somebody whose address is confirmed: a factor outlives a
 * recovery by mail, and must not be one that a stranger left behind in an account made with this address.
 */
export const POST = route({
  auth: "onboarded",
  limit: "writes",
  response: totpEnrolmentSchema,
  handler: async ({ viewer, request }) => ({
    status: 201,
    body: await enrolTotp({ ...accountActor(viewer), language: await mailLanguage(request) }),
  }),
});

export const DELETE = route({
  auth: "user",
  limit: "writes",
  handler: async ({ viewer, request }) =>
    removeTotp({ ...accountActor(viewer), language: await mailLanguage(request) }),
});
