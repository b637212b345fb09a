import { pageOf } from "@/lib/shared/contract";
import { peopleQuery, userParams, personSchema } from "@/lib/people/contract";
import { route } from "@/lib/http/route";
import { listUserFollows } from "@/lib/people/service";

export const GET = route({
  auth: "onboarded",
  params: userParams,
  query: peopleQuery,
  response: pageOf(personSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listUserFollows({ viewer, idOrName: params.id, side: "followers", query }),
  }),
});
