import { appVersionSchema } from "@/lib/contracts/app";
import { idParams, listOf } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { listVersions } from "@/lib/server/services/app-version-service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  notFoundCode: "unknown_app",
  answer: listOf(appVersionSchema),
  handler: async ({ viewer, params }) => ({ body: await listVersions({ viewer, id: params.id }) }),
});
