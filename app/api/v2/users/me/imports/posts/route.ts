import { importPostsBody, importPostsResponse } from "@/lib/exports/import-contract";
import { importPosts } from "@/lib/exports/import-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: { en: "Import posts of an archive", ja: "アーカイブの投稿を取り込む" },
  auth: "onboarded",
  limit: "imports",
  body: importPostsBody,
  jsonMaxBytes: 1024 * 1024,
  response: importPostsResponse,
  handler: async ({ viewer, body }) => ({ body: await importPosts({ actor: viewer, posts: body.posts }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
