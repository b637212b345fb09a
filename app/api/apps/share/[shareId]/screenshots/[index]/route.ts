import { sharedScreenshotParams } from "@/lib/apps/contract";
import { appFileResponse } from "@/lib/apps/file-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getAppPicture } from "@/lib/apps/file-service";

export const GET = route({
  summary: { en: "Read a screenshot of a shared app", ja: "共有されたアプリのスクリーンショットを取得する" },
  auth: "optional",
  scope: "read",
  params: sharedScreenshotParams,
  sends: "image/*",
  handler: async ({ viewer, params, request }) =>
    appFileResponse(
      request,
      await getAppPicture({ viewer, shareId: params.shareId }, { screenshot: params.index }),
    ),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
