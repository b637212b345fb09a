import { oembedQuery, oembedSchema } from "@/lib/guests/contract";
import { describeLink } from "@/lib/guests/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: {
    en: "Describe a link of this instance, as oEmbed",
    ja: "このインスタンスのリンクをoEmbed形式で返す",
  },
  auth: "none",
  query: oembedQuery,
  response: oembedSchema,
  handler: async ({ query }) => ({
    body: await describeLink(query),
    headers: { "cache-control": "public, max-age=300" },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
