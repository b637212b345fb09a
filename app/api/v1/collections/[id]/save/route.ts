import { collectionSchema } from "@/lib/collections/contract";
import { saveCollection, unsaveCollection } from "@/lib/collections/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";

export const PUT = route({
  summary: { en: "Save somebody's collection", ja: "ほかの人のコレクションを保存する" },
  auth: "onboarded",
  limit: "reactions",
  params: idParams,
  response: collectionSchema,
  handler: async ({ viewer, params }) => ({ body: await saveCollection({ viewer, id: params.id }) }),
});

export const DELETE = route({
  summary: { en: "Take back that a collection is saved", ja: "コレクションの保存を取り消す" },
  auth: "onboarded",
  limit: "reactions",
  params: idParams,
  handler: async ({ viewer, params }) => {
    await unsaveCollection({ viewer, id: params.id });
    return { status: 204 };
  },
});

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
