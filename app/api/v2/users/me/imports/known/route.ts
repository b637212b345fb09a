import { knownPostsBody, knownPostsResponse } from "@/lib/exports/import-contract";
import { findKnownPosts } from "@/lib/exports/import-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: {
    en: "Check which posts of an archive are here already",
    ja: "アーカイブの投稿のうち、取り込み済みのものを確認する",
  },
  auth: "onboarded",
  limit: "imports",
  body: knownPostsBody,
  response: knownPostsResponse,
  handler: async ({ viewer, body }) => ({ body: await findKnownPosts({ viewer, ids: body.ids }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
