import { pageOf } from "@/lib/shared/contract";
import { appSchema } from "@/lib/apps/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listTrendingApps } from "@/lib/apps/service";

export const GET = route({
  summary: { en: "List the apps that people run most now", ja: "いまよく使われているアプリの一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  response: pageOf(appSchema),
  handler: async ({ viewer }) => ({ body: await listTrendingApps({ viewer }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
