import { searchQuerySchema, searchAnswer } from "@/lib/contracts/search";
import { route } from "@/lib/server/http/route";
import { search } from "@/lib/server/services/search-service";

export const GET = route({
  auth: "onboarded",
  limit: "search",
  query: searchQuerySchema,
  answer: searchAnswer,
  handler: async ({ viewer, query }) => ({ body: await search({ viewer, query }) }),
});
