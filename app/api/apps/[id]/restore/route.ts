import { appSchema } from "@/lib/apps/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { restoreApp } from "@/lib/apps/publish-service";

export const POST = route({
  summary: { en: "Undo the deletion of an app", ja: "アプリの削除を取り消す" },
  ...appRoute,
  limit: "writes",
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await restoreApp({ viewer, id: params.id }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
