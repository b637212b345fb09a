import { appRoute } from "@/lib/apps/routes.server";
import { appStatisticsSchema } from "@/lib/apps/statistics-contract";
import { getStatistics } from "@/lib/apps/statistics-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Read how one's app is used", ja: "自分のアプリの利用状況を読む" },
  ...appRoute,
  response: appStatisticsSchema,
  handler: async ({ viewer, params }) => ({ body: await getStatistics({ viewer, id: params.id }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
