import { packageQuery } from "@/lib/apps/contract";
import { sharedAppRoute } from "@/lib/apps/routes.server";
import { appPackageResponse } from "@/lib/apps/file-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getAppPackage } from "@/lib/apps/file-service";

export const GET = route({
  summary: {
    en: "Download the package of a shared app",
    ja: "共有されたアプリのパッケージをダウンロードする",
  },
  ...sharedAppRoute,
  scope: "read",
  query: packageQuery.pick({ v: true }),
  sends: "application/zip",
  handler: async ({ viewer, address, params, query, request }) => {
    const file = await getAppPackage({ viewer, shareId: params.shareId }, query);
    return appPackageResponse(request, file, viewer?.id ?? address);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
