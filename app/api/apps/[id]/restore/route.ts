import { appSchema } from "@/lib/contracts/app";
import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { restoreApp } from "@/lib/server/services/app-publish-service";

/** Takes a deletion back. */
export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  notFoundCode: "unknown_app",
  answer: appSchema,
  handler: async ({ viewer, params }) => ({ body: await restoreApp({ viewer, id: params.id }) }),
});
