import { appRoute } from "@/lib/apps/routes.server";
import { collectionSchema } from "@/lib/collections/contract";
import { listCollectionsWith } from "@/lib/collections/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List collections that have an app", ja: "アプリを含むコレクションの一覧を取得する" },
  ...appRoute,
  response: listOf(collectionSchema),
  handler: async ({ viewer, params }) => ({
    body: await listCollectionsWith({ viewer, appId: params.id }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
