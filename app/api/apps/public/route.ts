import { pageOf } from "@/lib/shared/contract";
import { listAppsQuery, appSchema } from "@/lib/apps/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listApps } from "@/lib/apps/service";

export const GET = route({
  summary: { en: "List published apps, for guests too", ja: "公開中のアプリの一覧を取得する（ゲストも可）" },
  auth: "optional",
  scope: "read",
  query: listAppsQuery,
  // Only searches are expensive enough for a limit.
  limit: (url) => (url.searchParams.get("search") ? "search" : undefined),
  response: pageOf(appSchema),
  handler: async ({ viewer, query }) => ({ body: await listApps({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
