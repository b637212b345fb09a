import { upstreamVersionQuery, upstreamSchema } from "@/lib/apps/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { getUpstream } from "@/lib/apps/source-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: {
    en: "Read what has changed in an app since the version that a remix was made from",
    ja: "リミックス元のバージョン以降にアプリで変わった内容を取得する",
  },
  ...appRoute,
  query: upstreamVersionQuery,
  response: upstreamSchema,
  handler: async ({ viewer, params, query }) => ({
    body: await getUpstream({ viewer, id: params.id, version: query.version }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
