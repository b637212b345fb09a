import { pageOf } from "@/lib/contracts/common";
import { listAppsQuery, appSchema } from "@/lib/contracts/app";
import { route } from "@/lib/server/http/route";
import { listApps } from "@/lib/server/services/app-service";

/** Published apps, for guests too. */
export const GET = route({
  auth: "optional",
  query: listAppsQuery,
  // A list is read like any other; looking for something is what costs.
  limit: (url) => (url.searchParams.get("search") ? "search" : undefined),
  answer: pageOf(appSchema),
  handler: async ({ viewer, query }) => ({ body: await listApps({ viewer, query }) }),
});
