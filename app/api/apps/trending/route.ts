import { route } from "@/lib/server/http/route";
import { listTrendingApps } from "@/lib/server/services/app-service";

export const GET = route({
  auth: "onboarded",
  handler: async ({ viewer }) => ({ body: await listTrendingApps({ viewer }) }),
});
