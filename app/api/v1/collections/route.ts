import {
  collectionSchema,
  newCollectionBody,
  ownCollectionSchema,
  ownCollectionsQuery,
} from "@/lib/collections/contract";
import { listOwnCollections, makeCollection } from "@/lib/collections/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the viewer's collections", ja: "自分のコレクションの一覧を取得する" },
  auth: "onboarded",
  query: ownCollectionsQuery,
  response: listOf(ownCollectionSchema),
  handler: async ({ viewer, query }) => ({ body: await listOwnCollections({ viewer, appId: query.app }) }),
});

export const POST = route({
  summary: { en: "Make a collection", ja: "コレクションを作成する" },
  auth: "onboarded",
  limit: "writes",
  body: newCollectionBody,
  response: collectionSchema,
  handler: async ({ viewer, body }) => ({ status: 201, body: await makeCollection({ viewer, ...body }) }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
