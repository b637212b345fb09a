import { tagSchema } from "@/lib/search/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { trendingTags } from "@/lib/search/service";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the tags that people use most now", ja: "いまよく使われているタグの一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  response: listOf(tagSchema),
  handler: async () => ({ body: { items: await trendingTags() } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
