import { sharedAppRoute } from "@/lib/apps/routes.server";
import { appFileResponse } from "@/lib/apps/file-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getAppPackage } from "@/lib/apps/file-service";

export const GET = route({
  ...sharedAppRoute,
  handler: async ({ viewer, params, request }) =>
    appFileResponse(request, await getAppPackage({ viewer, shareId: params.shareId })),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
