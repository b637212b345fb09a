import { appSchema } from "@/lib/apps/contract";
import { sharedAppRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getSharedApp } from "@/lib/apps/service";

export const GET = route({
  summary: { en: "Read a shared app", ja: "共有されたアプリを取得する" },
  ...sharedAppRoute,
  scope: "read",
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await getSharedApp({ viewer, shareId: params.shareId }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
