import { appVersionSchema } from "@/lib/apps/contract";
import { idParams, listOf } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { listVersions } from "@/lib/apps/service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  notFoundCode: "unknown_app",
  response: listOf(appVersionSchema),
  handler: async ({ viewer, params }) => ({ body: await listVersions({ viewer, id: params.id }) }),
});
