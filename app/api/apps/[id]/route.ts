import { updateAppSchema, appSchema } from "@/lib/apps/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { deleteApp } from "@/lib/apps/publish-service";
import { editApp, getApp } from "@/lib/apps/service";

const app = { params: idParams, notFoundCode: "unknown_app" } as const;

export const GET = route({
  ...app,
  auth: "onboarded",
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await getApp({ viewer, id: params.id }) }),
});

export const PATCH = route({
  ...app,
  auth: "onboarded",
  limit: "writes",
  body: updateAppSchema,
  response: appSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await editApp({ viewer, id: params.id, changes: body }),
  }),
});

export const DELETE = route({
  ...app,
  auth: "onboarded",
  limit: "writes",
  handler: async ({ viewer, params }) => deleteApp({ viewer, id: params.id }),
});
