import { sharedAppRoute } from "@/lib/apps/routes.server";
import { appPackageResponse } from "@/lib/apps/file-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getAppPackage } from "@/lib/apps/file-service";

export const GET = route({
  summary: "Download the package of a shared app",
  ...sharedAppRoute,
  sends: "application/zip",
  handler: async ({ viewer, address, params, request }) => {
    const file = await getAppPackage({ viewer, shareId: params.shareId });
    return appPackageResponse(request, file, viewer?.id ?? address);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
