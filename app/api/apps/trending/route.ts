import { pageOf } from "@/lib/contracts/common";
import { appSchema } from "@/lib/contracts/app";
import { route } from "@/lib/server/http/route";
import { listTrendingApps } from "@/lib/server/services/app-service";

export const GET = route({
  auth: "onboarded",
  answer: pageOf(appSchema),
  handler: async ({ viewer }) => ({ body: await listTrendingApps({ viewer }) }),
});
