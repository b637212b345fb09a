import { STORAGE_BODY_MAX_BYTES } from "@/lib/config/limits";
import { putAppStorageSchema, appStorageSchema, appStorageUsageSchema } from "@/lib/storage/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { changeAppStorage, clearAppStorage, readAppStorage } from "@/lib/storage/service";

const storage = { auth: "onboarded", params: idParams, notFoundCode: "unknown_app" } as const;

export const GET = route({
  ...storage,
  response: appStorageSchema,
  handler: async ({ viewer, params }) => ({ body: await readAppStorage({ viewer, appId: params.id }) }),
});

export const PUT = route({
  ...storage,
  limit: "appStorage",
  body: putAppStorageSchema,
  jsonMaxBytes: STORAGE_BODY_MAX_BYTES,
  jsonAllowNul: true,
  response: appStorageUsageSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await changeAppStorage({ viewer, appId: params.id, changes: body.changes }),
  }),
});

export const DELETE = route({
  ...storage,
  limit: "writes",
  response: appStorageUsageSchema,
  handler: async ({ viewer, params }) => ({ body: await clearAppStorage({ viewer, appId: params.id }) }),
});
