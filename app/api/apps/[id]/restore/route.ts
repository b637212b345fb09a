import { appSchema } from "@/lib/apps/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { restoreApp } from "@/lib/apps/publish-service";

/** Takes a deletion back. */
export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  notFoundCode: "unknown_app",
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await restoreApp({ viewer, id: params.id }) }),
});
