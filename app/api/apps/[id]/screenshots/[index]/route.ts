import { screenshotParams } from "@/lib/apps/contract";
import { appFileResponse } from "@/lib/apps/file-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getAppPicture } from "@/lib/apps/file-service";

export const GET = route({
  summary: { en: "Read a screenshot of an app", ja: "アプリのスクリーンショットを取得する" },
  auth: "onboarded",
  scope: "read",
  params: screenshotParams,
  sends: "image/*",
  handler: async ({ viewer, params, request }) =>
    appFileResponse(request, await getAppPicture({ viewer, id: params.id }, { screenshot: params.index })),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
