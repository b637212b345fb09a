import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { pushResponse, pushSubscriptionBody } from "@/lib/push/contract";
import { getPushState, renewSubscription, subscribe } from "@/lib/push/service";

export const GET = route({
  summary: {
    en: "List the devices that get push messages",
    ja: "プッシュ通知を受け取る端末の一覧を取得する",
  },
  auth: "onboarded",
  response: pushResponse,
  handler: async ({ viewer }) => ({ body: await getPushState(viewer) }),
});

export const POST = route({
  summary: { en: "Push notifications to this device", ja: "この端末へのプッシュ通知をオンにする" },
  auth: "onboarded",
  limit: "writes",
  body: pushSubscriptionBody,
  response: pushResponse,
  handler: async ({ viewer, body, request }) => ({
    body: await subscribe({ actor: viewer, body, language: await mailLanguage(request) }),
  }),
});

export const PUT = route({
  summary: {
    en: "Replace the subscription of this device that gets push messages",
    ja: "この端末のプッシュ通知の購読を差し替える",
  },
  auth: "onboarded",
  limit: "writes",
  body: pushSubscriptionBody,
  response: pushResponse,
  handler: async ({ viewer, body, request }) => ({
    body: await renewSubscription({ actor: viewer, body, language: await mailLanguage(request) }),
  }),
});

export const { PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST", "PUT");
