import { readerOrThrow } from "@/lib/auth/viewer.server";
import { changeCollectionBody, collectionSchema } from "@/lib/collections/contract";
import { changeCollection, deleteCollection, getCollection } from "@/lib/collections/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "Read a collection", ja: "コレクションを取得する" },
  auth: "optional",
  params: idParams,
  response: collectionSchema,
  handler: async ({ viewer, params }) => ({
    body: await getCollection({ viewer: await readerOrThrow(viewer), id: params.id }),
  }),
});

export const PATCH = route({
  summary: { en: "Change a collection", ja: "コレクションを変更する" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  body: changeCollectionBody,
  response: collectionSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await changeCollection({ viewer, id: params.id, changes: body }),
  }),
});

export const DELETE = route({
  summary: { en: "Delete a collection", ja: "コレクションを削除する" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  handler: async ({ viewer, params }) => {
    await deleteCollection({ viewer, id: params.id });
    return { status: 204 };
  },
});

export const { POST, PUT, OPTIONS } = otherMethods("GET", "PATCH", "DELETE");
