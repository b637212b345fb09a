import { pageOf } from "@/lib/shared/contract";
import { shelfQuery, shelvedAppSchema } from "@/lib/apps/contract";
import { route } from "@/lib/http/route";
import { listShelvedApps } from "@/lib/apps/install-service";

/** One's shelf: the apps one added. */
export const GET = route({
  auth: "onboarded",
  query: shelfQuery,
  answer: pageOf(shelvedAppSchema),
  handler: async ({ viewer, query }) => ({ body: await listShelvedApps({ viewer, ...query }) }),
});
