import { rollbackAppSchema, appSchema } from "@/lib/contracts/app";
import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { rollBackApp } from "@/lib/server/services/app-version-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  notFoundCode: "unknown_app",
  body: rollbackAppSchema,
  answer: appSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await rollBackApp({ viewer, id: params.id, ...body }),
  }),
});
