import { idParams } from "@/lib/shared/contract";
import { appFileResponse } from "@/lib/apps/file-response.server";
import { route } from "@/lib/http/route";
import { getAppPicture } from "@/lib/apps/file-service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  notFoundCode: "unknown_app",
  handler: async ({ viewer, params, request }) =>
    appFileResponse(request, await getAppPicture({ viewer, id: params.id }, "banner")),
});
