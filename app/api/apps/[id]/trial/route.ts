import { appRoute } from "@/lib/apps/routes.server";
import { appTrialSchema, tryAppSchema } from "@/lib/apps/trial-contract";
import { getTrial, tryApp } from "@/lib/apps/trial-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: {
    en: "Read what was found when the current version of an app was tried",
    ja: "アプリの現在のバージョンを試した結果を読む",
  },
  ...appRoute,
  scope: "read",
  response: appTrialSchema,
  handler: async ({ viewer, params }) => ({ body: await getTrial({ viewer, id: params.id }) }),
});

/** Answers when the trial has ended, after 45 s at the latest. */
export const POST = route({
  summary: {
    en: "Try the current version of an app in a browser of the server",
    ja: "アプリの現在のバージョンをサーバーのブラウザーで試す",
  },
  ...appRoute,
  scope: "apps:publish",
  body: tryAppSchema,
  response: appTrialSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await tryApp({ viewer, id: params.id, again: body.again }),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
