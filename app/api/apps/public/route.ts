import { listAppsQuery } from "@/lib/contracts/app";
import { route } from "@/lib/server/http/route";
import { listApps } from "@/lib/server/services/app-service";

/** Published apps, for guests too. */
export const GET = route({
  auth: "optional",
  query: listAppsQuery,
  handler: async ({ viewer, query }) => ({ body: await listApps({ viewer, query }) }),
});
