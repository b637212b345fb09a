import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { pushResponse, pushSubscriptionBody } from "@/lib/push/contract";
import { getPushState, renewSubscription, subscribe } from "@/lib/push/service";

export const GET = route({
  summary: "List the devices that get push messages",
  auth: "onboarded",
  response: pushResponse,
  handler: async ({ viewer }) => ({ body: await getPushState(viewer) }),
});

export const POST = route({
  summary: "Push notifications to this device",
  auth: "onboarded",
  limit: "writes",
  body: pushSubscriptionBody,
  response: pushResponse,
  handler: async ({ viewer, body, request }) => ({
    body: await subscribe({ actor: viewer, body, language: await mailLanguage(request) }),
  }),
});

export const PUT = route({
  summary: "Replace the subscription of this device that gets push messages",
  auth: "onboarded",
  limit: "writes",
  body: pushSubscriptionBody,
  response: pushResponse,
  handler: async ({ viewer, body, request }) => ({
    body: await renewSubscription({ actor: viewer, body, language: await mailLanguage(request) }),
  }),
});

export const { PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST", "PUT");
