import { pageOf } from "@/lib/shared/contract";
import { appSchema } from "@/lib/apps/contract";
import { route } from "@/lib/http/route";
import { listTrendingApps } from "@/lib/apps/service";

export const GET = route({
  auth: "onboarded",
  response: pageOf(appSchema),
  handler: async ({ viewer }) => ({ body: await listTrendingApps({ viewer }) }),
});
