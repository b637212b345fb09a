import { publishAppSchema, appSchema } from "@/lib/contracts/app";
import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { publishApp } from "@/lib/server/services/app-publish-service";

export const PATCH = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  notFoundCode: "unknown_app",
  body: publishAppSchema,
  answer: appSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await publishApp({ viewer, id: params.id, ...body }),
  }),
});
