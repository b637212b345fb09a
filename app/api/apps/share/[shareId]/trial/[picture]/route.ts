import { appFileResponse } from "@/lib/apps/file-response.server";
import { getTrialPicture } from "@/lib/apps/file-service";
import { sharedAppRoute } from "@/lib/apps/routes.server";
import { sharedTrialPictureParams } from "@/lib/apps/trial-contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Read a picture of a shared app's trial", ja: "共有されたアプリを試したときの画像を読む" },
  ...sharedAppRoute,
  scope: "read",
  params: sharedTrialPictureParams,
  sends: "image/*",
  handler: async ({ viewer, params, request }) =>
    appFileResponse(request, await getTrialPicture({ viewer, shareId: params.shareId }, params.picture)),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
