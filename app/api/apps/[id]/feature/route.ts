import { decideFeatureBody, featureSchema, proposeBody } from "@/lib/apps/feature-contract";
import { decideFeature, getFeature, proposeFeature, withdrawFeature } from "@/lib/apps/feature-service";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: {
    en: "Read whether an app is featured in the store",
    ja: "アプリがストアのおすすめに載っているか取得する",
  },
  ...appRoute,
  response: featureSchema,
  handler: async ({ viewer, params }) => ({ body: await getFeature({ viewer, id: params.id }) }),
});

export const PUT = route({
  summary: { en: "Propose an app to be featured", ja: "アプリをおすすめに提案する" },
  ...appRoute,
  limit: "writes",
  body: proposeBody,
  response: featureSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await proposeFeature({ viewer, id: params.id, ...body }),
  }),
});

export const PATCH = route({
  summary: {
    en: "Approve or refuse a proposal, for moderators",
    ja: "おすすめの提案を承認または却下する（モデレーター用）",
  },
  ...appRoute,
  limit: "writes",
  body: decideFeatureBody,
  response: featureSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await decideFeature({ viewer, id: params.id, ...body }),
  }),
});

export const DELETE = route({
  summary: { en: "Withdraw an app from being featured", ja: "アプリをおすすめから取り下げる" },
  ...appRoute,
  limit: "writes",
  response: featureSchema,
  handler: async ({ viewer, params }) => ({ body: await withdrawFeature({ viewer, id: params.id }) }),
});

export const { POST, OPTIONS } = otherMethods("GET", "PUT", "PATCH", "DELETE");
