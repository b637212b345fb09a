import { publishAppSchema, appSchema } from "@/lib/apps/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { publishApp } from "@/lib/apps/publish-service";

export const PATCH = route({
  summary: { en: "Publish or unpublish an app", ja: "アプリを公開する、または公開を取りやめる" },
  ...appRoute,
  scope: "apps:publish",
  limit: "writes",
  body: publishAppSchema,
  response: appSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await publishApp({ viewer, id: params.id, ...body }),
  }),
});

export const { GET, POST, PUT, DELETE, OPTIONS } = otherMethods("PATCH");
