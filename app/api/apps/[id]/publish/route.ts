import { publishAppSchema, appSchema } from "@/lib/apps/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { route } from "@/lib/http/route";
import { publishApp } from "@/lib/apps/publish-service";

export const PATCH = route({
  ...appRoute,
  limit: "writes",
  body: publishAppSchema,
  response: appSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await publishApp({ viewer, id: params.id, ...body }),
  }),
});
