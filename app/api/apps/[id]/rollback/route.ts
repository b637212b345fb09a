import { rollbackAppSchema, appSchema } from "@/lib/apps/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { rollBackApp } from "@/lib/apps/service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  notFoundCode: "unknown_app",
  body: rollbackAppSchema,
  response: appSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await rollBackApp({ viewer, id: params.id, ...body }),
  }),
});
