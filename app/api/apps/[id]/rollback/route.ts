import { rollbackAppSchema, appSchema } from "@/lib/apps/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { rollBackApp } from "@/lib/apps/service";

export const POST = route({
  summary: { en: "Go back to an earlier version of an app", ja: "アプリを以前のバージョンに戻す" },
  ...appRoute,
  scope: "apps:publish",
  limit: "writes",
  body: rollbackAppSchema,
  response: appSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await rollBackApp({ viewer, id: params.id, ...body }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
