import { pageOf } from "@/lib/contracts/common";
import { shelfQuery, shelvedAppSchema } from "@/lib/contracts/app";
import { route } from "@/lib/server/http/route";
import { listShelvedApps } from "@/lib/server/services/app-shelf-service";

/** One's shelf: the apps one added. */
export const GET = route({
  auth: "onboarded",
  query: shelfQuery,
  answer: pageOf(shelvedAppSchema),
  handler: async ({ viewer, query }) => ({ body: await listShelvedApps({ viewer, ...query }) }),
});
