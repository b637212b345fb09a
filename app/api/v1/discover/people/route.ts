import { suggestionsQuerySchema } from "@/lib/contracts/people";
import { route } from "@/lib/server/http/route";
import { suggestPeople } from "@/lib/server/services/people-service";

export const GET = route({
  auth: "onboarded",
  query: suggestionsQuerySchema,
  handler: async ({ viewer, query }) => ({
    body: { items: await suggestPeople({ viewer, limit: query.limit }) },
  }),
});
