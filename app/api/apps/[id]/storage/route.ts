import { STORAGE_BODY_MAX_BYTES } from "@/lib/config/limits";
import { putAppStorageSchema, appStorageSchema, appStorageUsageSchema } from "@/lib/storage/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { changeAppStorage, clearAppStorage, readAppStorage } from "@/lib/storage/service";

export const GET = route({
  summary: {
    en: "Read what an app saved for the viewer",
    ja: "アプリが自分のために保存したデータを取得する",
  },
  ...appRoute,
  response: appStorageSchema,
  handler: async ({ viewer, params }) => ({ body: await readAppStorage({ viewer, appId: params.id }) }),
});

export const PUT = route({
  summary: { en: "Save data of an app", ja: "アプリのデータを保存する" },
  ...appRoute,
  limit: "appStorage",
  body: putAppStorageSchema,
  jsonMaxBytes: STORAGE_BODY_MAX_BYTES,
  jsonAllowNul: true,
  response: appStorageUsageSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await changeAppStorage({ viewer, appId: params.id, ...body }),
  }),
});

export const DELETE = route({
  summary: {
    en: "Delete what an app saved for the viewer",
    ja: "アプリが自分のために保存したデータを削除する",
  },
  ...appRoute,
  limit: "writes",
  response: appStorageUsageSchema,
  handler: async ({ viewer, params }) => ({ body: await clearAppStorage({ viewer, appId: params.id }) }),
});

export const { POST, PATCH, OPTIONS } = otherMethods("GET", "PUT", "DELETE");
