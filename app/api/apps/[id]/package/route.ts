import { packageQuery } from "@/lib/apps/contract";
import { idParams } from "@/lib/shared/contract";
import { appFileResponse } from "@/lib/apps/file-response.server";
import { route } from "@/lib/http/route";
import { getAppPackage } from "@/lib/apps/file-service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  notFoundCode: "unknown_app",
  query: packageQuery,
  handler: async ({ viewer, params, query, request }) => {
    const file = await getAppPackage({ viewer, id: params.id }, query.version);
    return appFileResponse(request, file);
  },
});
