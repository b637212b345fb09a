import { shareParams } from "@/lib/contracts/app";
import { appFileResponse } from "@/lib/server/http/app-file-response";
import { route } from "@/lib/server/http/route";
import { getAppPicture } from "@/lib/server/services/app-file-service";

export const GET = route({
  auth: "optional",
  params: shareParams,
  notFoundCode: "share_ended",
  handler: async ({ viewer, params, request }) =>
    appFileResponse(request, await getAppPicture({ viewer, shareId: params.shareId }, "banner")),
});
