import { pageOf } from "@/lib/contracts/common";
import { peopleQuery, userParams, personSchema } from "@/lib/contracts/people";
import { route } from "@/lib/server/http/route";
import { listUserFollows } from "@/lib/server/services/people-service";

export const GET = route({
  auth: "onboarded",
  params: userParams,
  query: peopleQuery,
  answer: pageOf(personSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listUserFollows({ viewer, idOrName: params.id, side: "following", query }),
  }),
});
