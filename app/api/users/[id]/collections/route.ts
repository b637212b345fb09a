import { collectionListQuery, collectionSchema } from "@/lib/collections/contract";
import { listCollectionsOf } from "@/lib/collections/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams, pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the collections of a person", ja: "ユーザーのコレクションの一覧を取得する" },
  auth: "onboarded",
  params: idParams,
  query: collectionListQuery,
  response: pageOf(collectionSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listCollectionsOf({ viewer, userId: params.id, query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
