import { pageOf } from "@/lib/shared/contract";
import { listInstalledQuery, installedAppSchema } from "@/lib/apps/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listInstalledApps } from "@/lib/apps/service";

export const GET = route({
  summary: { en: "List the viewer's installed apps", ja: "追加済みのアプリの一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  query: listInstalledQuery,
  response: pageOf(installedAppSchema),
  handler: async ({ viewer, query }) => ({ body: await listInstalledApps({ viewer, ...query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
