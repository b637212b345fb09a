import { shareParams } from "@/lib/apps/contract";
import { appFileResponse } from "@/lib/apps/file-response.server";
import { route } from "@/lib/http/route";
import { getAppPicture } from "@/lib/apps/file-service";

export const GET = route({
  auth: "optional",
  params: shareParams,
  notFoundCode: "share_ended",
  handler: async ({ viewer, params, request }) =>
    appFileResponse(request, await getAppPicture({ viewer, shareId: params.shareId }, "icon")),
});
