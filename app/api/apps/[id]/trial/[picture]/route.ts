import { appFileResponse } from "@/lib/apps/file-response.server";
import { getTrialPicture } from "@/lib/apps/file-service";
import { appRoute } from "@/lib/apps/routes.server";
import { trialPictureParams, trialPictureQuery } from "@/lib/apps/trial-contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Read a picture of an app's trial", ja: "アプリを試したときの画像を読む" },
  ...appRoute,
  scope: "read",
  params: trialPictureParams,
  query: trialPictureQuery,
  sends: "image/*",
  handler: async ({ viewer, params, query, request }) => {
    const unpublished = query.package ? { packageSha256: query.package, v: query.v } : undefined;
    return appFileResponse(
      request,
      await getTrialPicture({ viewer, id: params.id }, params.picture, unpublished),
    );
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
