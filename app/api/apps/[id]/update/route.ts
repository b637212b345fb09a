import { appSnapshotSchema, takeUpdateSchema } from "@/lib/apps/version-contract";
import { takeUpdate } from "@/lib/apps/snapshot-service";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: {
    en: "Take the current version of an app, and keep the data of now",
    ja: "アプリの現在のバージョンに更新し、今のデータを残しておく",
  },
  ...appRoute,
  limit: "writes",
  body: takeUpdateSchema,
  response: appSnapshotSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await takeUpdate({ viewer, id: params.id, version: body.version }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
