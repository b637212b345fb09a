import { appSchema } from "@/lib/apps/contract";
import { idParams, listQuery, pageOf } from "@/lib/shared/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listUserApps } from "@/lib/apps/service";

export const GET = route({
  summary: { en: "List the apps of a person", ja: "人のアプリの一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  params: idParams,
  query: listQuery,
  response: pageOf(appSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listUserApps({ viewer, userId: params.id, query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
