import { collectionListQuery, collectionSchema } from "@/lib/collections/contract";
import { listSavedCollections } from "@/lib/collections/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the collections that the viewer saved", ja: "保存したコレクションの一覧を取得する" },
  auth: "onboarded",
  query: collectionListQuery,
  response: pageOf(collectionSchema),
  handler: async ({ viewer, query }) => ({ body: await listSavedCollections({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
