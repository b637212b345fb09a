import { listOf } from "@/lib/contracts/common";
import { suggestionsQuerySchema, suggestionSchema } from "@/lib/contracts/people";
import { route } from "@/lib/server/http/route";
import { suggestPeople } from "@/lib/server/services/people-service";

export const GET = route({
  auth: "onboarded",
  query: suggestionsQuerySchema,
  answer: listOf(suggestionSchema),
  handler: async ({ viewer, query }) => ({
    body: { items: await suggestPeople({ viewer, limit: query.limit }) },
  }),
});
