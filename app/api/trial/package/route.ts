import { appPackageResponse } from "@/lib/apps/file-response.server";
import { trialPackageQuery } from "@/lib/apps/trial-contract";
import { getTrialPackage } from "@/lib/apps/trial-token-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: {
    en: "Download the package of a trial, with its token",
    ja: "試すアプリのパッケージを、専用のトークンでダウンロードする",
  },
  auth: "none",
  query: trialPackageQuery,
  sends: "application/zip",
  handler: async ({ query, request }) =>
    appPackageResponse(request, await getTrialPackage(query.token), "trial"),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
