import { idParams } from "@/lib/contracts/common";
import { appFileResponse } from "@/lib/server/http/app-file-response";
import { route } from "@/lib/server/http/route";
import { getAppPicture } from "@/lib/server/services/app-file-service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  notFoundCode: "unknown_app",
  handler: async ({ viewer, params, request }) =>
    appFileResponse(request, await getAppPicture({ viewer, id: params.id }, "banner")),
});
