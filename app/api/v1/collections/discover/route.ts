import { collectionSchema } from "@/lib/collections/contract";
import { listStoreCollections } from "@/lib/collections/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: {
    en: "List the collections that the store shows",
    ja: "ストアに表示されるコレクションの一覧を取得する",
  },
  auth: "onboarded",
  response: listOf(collectionSchema),
  handler: async ({ viewer }) => ({ body: await listStoreCollections({ viewer }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
