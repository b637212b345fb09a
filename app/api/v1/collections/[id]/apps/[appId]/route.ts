import { collectionAppParams, collectionSchema, placeAppBody } from "@/lib/collections/contract";
import { placeApp, takeApp } from "@/lib/collections/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

const item = {
  auth: "onboarded",
  limit: "writes",
  params: collectionAppParams,
  response: collectionSchema,
} as const;

export const PUT = route({
  summary: {
    en: "Add an app to a collection, or change its note or place",
    ja: "コレクションにアプリを追加する、またはメモや順番を変える",
  },
  ...item,
  body: placeAppBody,
  handler: async ({ viewer, params, body }) => ({ body: await placeApp({ viewer, ...params, place: body }) }),
});

export const DELETE = route({
  summary: { en: "Remove an app from a collection", ja: "コレクションからアプリを外す" },
  ...item,
  handler: async ({ viewer, params }) => ({ body: await takeApp({ viewer, ...params }) }),
});

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
