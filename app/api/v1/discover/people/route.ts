import { listOf } from "@/lib/shared/contract";
import { suggestionsQuerySchema, suggestionSchema } from "@/lib/people/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { suggestPeople } from "@/lib/people/service";

export const GET = route({
  summary: { en: "Suggest people to follow", ja: "おすすめの人を取得する" },
  auth: "onboarded",
  scope: "read",
  query: suggestionsQuerySchema,
  response: listOf(suggestionSchema),
  handler: async ({ viewer, query }) => ({
    body: { items: await suggestPeople({ viewer, limit: query.limit }) },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
