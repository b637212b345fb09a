import { z } from "zod";
import { postSchema } from "@/lib/posts/contract";
import { readContinuation } from "@/lib/posts/thread-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: {
    en: "List the posts with which the author of a post continues it as a thread, in order",
    ja: "投稿者がスレッドとして続けた投稿の一覧を順番に取得する",
  },
  auth: "onboarded",
  scope: "read",
  params: idParams,
  response: z.object({ items: z.array(postSchema) }),
  handler: async ({ viewer, params }) => ({
    body: { items: await readContinuation({ viewer, postId: params.id }) },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
