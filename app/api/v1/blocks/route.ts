import { pageOf } from "@/lib/contracts/common";
import { peopleQuery, personSchema } from "@/lib/contracts/people";
import { route } from "@/lib/server/http/route";
import { listHiddenPeople } from "@/lib/server/services/people-service";

export const GET = route({
  auth: "onboarded",
  query: peopleQuery,
  answer: pageOf(personSchema),
  handler: async ({ viewer, query }) => ({ body: await listHiddenPeople({ viewer, kind: "blocks", query }) }),
});
