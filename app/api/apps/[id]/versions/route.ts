import { appVersionSchema } from "@/lib/apps/contract";
import { listOf } from "@/lib/shared/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listVersions } from "@/lib/apps/service";

export const GET = route({
  summary: { en: "List the versions of an app", ja: "アプリのバージョンの一覧を取得する" },
  ...appRoute,
  scope: "read",
  response: listOf(appVersionSchema),
  handler: async ({ viewer, params }) => ({ body: await listVersions({ viewer, id: params.id }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
