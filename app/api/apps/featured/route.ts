import { appSchema } from "@/lib/apps/contract";
import { listFeaturedApps } from "@/lib/apps/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the apps that the store features", ja: "ストアのおすすめアプリの一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  response: pageOf(appSchema),
  handler: async ({ viewer }) => ({ body: await listFeaturedApps({ viewer }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
