import { enrolFactorBody, factorsResponse, totpEnrolmentSchema } from "@/lib/auth/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { enrolTotp, getFactors, removeTotp } from "@/lib/auth/factor-service";

export const GET = route({
  summary: { en: "List the viewer's second factors", ja: "自分の2段階認証の一覧を取得する" },
  auth: "user",
  response: factorsResponse,
  handler: async ({ viewer }) => ({ body: await getFactors(viewer.id) }),
});

/**
 * Starts the enrolment of an authenticator app. It requires a confirmed address: a factor survives recovery by mail, so a
 * stranger must not be able to plant one in an account created with somebody else's address.
 */
export const POST = route({
  summary: { en: "Begin to add an authenticator app", ja: "認証アプリの追加を始める" },
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
  summary: { en: "Turn two-step sign-in off", ja: "2段階認証をオフにする" },
  auth: "user",
  limit: "writes",
  handler: async ({ viewer, request }) =>
    removeTotp({ ...accountActor(viewer), language: await mailLanguage(request) }),
});

export const { PUT, PATCH, OPTIONS } = otherMethods("GET", "POST", "DELETE");
