import { searchQuerySchema, searchResponse } from "@/lib/search/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { search } from "@/lib/search/service";

export const GET = route({
  summary: {
    en: "Search posts, people, apps and collections",
    ja: "投稿、人、アプリ、コレクションを検索する",
  },
  auth: "onboarded",
  scope: "read",
  limit: "search",
  query: searchQuerySchema,
  response: searchResponse,
  handler: async ({ viewer, query }) => ({ body: await search({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
