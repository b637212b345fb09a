import { pageOf } from "@/lib/shared/contract";
import { peopleQuery, personSchema } from "@/lib/people/contract";
import { route } from "@/lib/http/route";
import { listHiddenPeople } from "@/lib/people/service";

export const GET = route({
  auth: "onboarded",
  query: peopleQuery,
  response: pageOf(personSchema),
  handler: async ({ viewer, query }) => ({ body: await listHiddenPeople({ viewer, kind: "mutes", query }) }),
});
