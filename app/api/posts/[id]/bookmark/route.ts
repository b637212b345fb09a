import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { bookmark, removeBookmark } from "@/lib/posts/bookmark-service";
import { bookmarkSchema } from "@/lib/posts/contract";
import { idParams } from "@/lib/shared/contract";

const change = {
  auth: "onboarded",
  limit: "reactions",
  params: idParams,
  response: bookmarkSchema,
} as const;

export const POST = route({
  summary: { en: "Bookmark a post", ja: "投稿をブックマークする" },
  ...change,
  handler: async ({ viewer, params }) => ({ body: await bookmark({ actor: viewer, postId: params.id }) }),
});

export const DELETE = route({
  summary: { en: "Remove a bookmark", ja: "ブックマークを外す" },
  ...change,
  handler: async ({ viewer, params }) => ({
    body: await removeBookmark({ actor: viewer, postId: params.id }),
  }),
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
