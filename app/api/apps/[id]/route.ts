import { updateAppSchema, appSchema } from "@/lib/apps/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { deleteApp } from "@/lib/apps/publish-service";
import { editApp, getApp } from "@/lib/apps/service";

export const GET = route({
  summary: { en: "Read an app", ja: "アプリを取得する" },
  ...appRoute,
  scope: "read",
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await getApp({ viewer, id: params.id }) }),
});

export const PATCH = route({
  summary: { en: "Change the description of an app", ja: "アプリの説明を変更する" },
  ...appRoute,
  scope: "apps:publish",
  limit: "writes",
  body: updateAppSchema,
  response: appSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await editApp({ viewer, id: params.id, changes: body }),
  }),
});

export const DELETE = route({
  summary: { en: "Delete an app", ja: "アプリを削除する" },
  ...appRoute,
  limit: "writes",
  handler: async ({ viewer, params }) => deleteApp({ viewer, id: params.id }),
});

export const { POST, PUT, OPTIONS } = otherMethods("GET", "PATCH", "DELETE");
