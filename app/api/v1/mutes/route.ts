import { peopleQuery } from "@/lib/contracts/people";
import { route } from "@/lib/server/http/route";
import { listHiddenPeople } from "@/lib/server/services/people-service";

export const GET = route({
  auth: "onboarded",
  query: peopleQuery,
  handler: async ({ viewer, query }) => ({ body: await listHiddenPeople({ viewer, kind: "mutes", query }) }),
});
