import { readerOrThrow } from "@/lib/auth/viewer.server";
import { collectionAppSchema, collectionListQuery } from "@/lib/collections/contract";
import { listCollectionApps } from "@/lib/collections/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams, pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the apps of a collection", ja: "コレクションのアプリの一覧を取得する" },
  auth: "optional",
  params: idParams,
  query: collectionListQuery,
  response: pageOf(collectionAppSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listCollectionApps({ viewer: await readerOrThrow(viewer), id: params.id, query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
