import { appFileResponse } from "@/lib/apps/file-response.server";
import { getTrialPicture } from "@/lib/apps/file-service";
import { appRoute } from "@/lib/apps/routes.server";
import { trialPictureParams } from "@/lib/apps/trial-contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Read a picture of an app's trial",
  ...appRoute,
  params: trialPictureParams,
  sends: "image/*",
  handler: async ({ viewer, params, request }) =>
    appFileResponse(request, await getTrialPicture({ viewer, id: params.id }, params.picture)),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
