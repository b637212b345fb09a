import { decideFeatureBody, featureSchema, proposeBody } from "@/lib/apps/feature-contract";
import { decideFeature, getFeature, proposeFeature, withdrawFeature } from "@/lib/apps/feature-service";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Read whether an app is featured in the store",
  ...appRoute,
  response: featureSchema,
  handler: async ({ viewer, params }) => ({ body: await getFeature({ viewer, id: params.id }) }),
});

export const PUT = route({
  summary: "Propose an app to be featured",
  ...appRoute,
  limit: "writes",
  body: proposeBody,
  response: featureSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await proposeFeature({ viewer, id: params.id, ...body }),
  }),
});

export const PATCH = route({
  summary: "Approve or refuse a proposal, for moderators",
  ...appRoute,
  limit: "writes",
  body: decideFeatureBody,
  response: featureSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await decideFeature({ viewer, id: params.id, ...body }),
  }),
});

export const DELETE = route({
  summary: "Withdraw an app from being featured",
  ...appRoute,
  limit: "writes",
  response: featureSchema,
  handler: async ({ viewer, params }) => ({ body: await withdrawFeature({ viewer, id: params.id }) }),
});

export const { POST, OPTIONS } = otherMethods("GET", "PUT", "PATCH", "DELETE");
