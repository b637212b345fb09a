import { publishAppSchema, appSchema } from "@/lib/apps/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { publishApp } from "@/lib/apps/publish-service";

export const PATCH = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  notFoundCode: "unknown_app",
  body: publishAppSchema,
  response: appSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await publishApp({ viewer, id: params.id, ...body }),
  }),
});
