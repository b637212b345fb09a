import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listBookmarks } from "@/lib/posts/bookmark-service";
import { postPageQuery, postSchema } from "@/lib/posts/contract";
import { pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the viewer's bookmarks", ja: "自分のブックマークの一覧を取得する" },
  auth: "onboarded",
  query: postPageQuery,
  response: pageOf(postSchema),
  handler: async ({ viewer, query }) => ({ body: await listBookmarks({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
