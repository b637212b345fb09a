import { completeQuerySchema, completionsSchema } from "@/lib/search/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { complete } from "@/lib/search/service";

export const GET = route({
  summary: { en: "Complete what is typed into a search", ja: "検索欄への入力を補完する" },
  auth: "onboarded",
  scope: "read",
  limit: "completions",
  query: completeQuerySchema,
  response: completionsSchema,
  handler: async ({ viewer, query }) => ({ body: await complete({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
