import { remixesSchema } from "@/lib/apps/contract";
import { getRemixes } from "@/lib/apps/remix-service";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listQuery } from "@/lib/shared/contract";

export const GET = route({
  summary: {
    en: "List the remixes of an app, and what it was made from",
    ja: "アプリのリミックスの一覧と、元になったアプリを取得する",
  },
  ...appRoute,
  query: listQuery,
  response: remixesSchema,
  handler: async ({ viewer, params, query }) => ({
    body: await getRemixes({ viewer, id: params.id, query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
