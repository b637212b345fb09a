import { compareQuery, versionComparisonSchema } from "@/lib/apps/compare-contract";
import { compareVersions } from "@/lib/apps/compare-service";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Compare two versions of an app", ja: "アプリの2つのバージョンを比較する" },
  ...appRoute,
  query: compareQuery,
  response: versionComparisonSchema,
  handler: async ({ viewer, params, query }) => ({
    body: await compareVersions({ viewer, id: params.id, ...query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
