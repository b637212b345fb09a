import { packageQuery } from "@/lib/contracts/app";
import { idParams } from "@/lib/contracts/common";
import { appFileResponse } from "@/lib/server/http/app-file-response";
import { route } from "@/lib/server/http/route";
import { getAppPackage } from "@/lib/server/services/app-file-service";

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
