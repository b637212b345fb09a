import { searchQuerySchema, searchAnswer } from "@/lib/search/contract";
import { route } from "@/lib/http/route";
import { search } from "@/lib/search/service";

export const GET = route({
  auth: "onboarded",
  limit: "search",
  query: searchQuerySchema,
  answer: searchAnswer,
  handler: async ({ viewer, query }) => ({ body: await search({ viewer, query }) }),
});
