import { packageQuery } from "@/lib/apps/contract";
import { appPackageResponse } from "@/lib/apps/file-response.server";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getAppPackage } from "@/lib/apps/file-service";

export const GET = route({
  summary: { en: "Download the package of an app", ja: "アプリのパッケージをダウンロードする" },
  ...appRoute,
  scope: "read",
  query: packageQuery,
  sends: "application/zip",
  handler: async ({ viewer, params, query, request }) => {
    const file = await getAppPackage({ viewer, id: params.id }, query);
    return appPackageResponse(request, file, viewer.id);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
