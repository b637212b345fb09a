import { z } from "zod";
import { postSchema } from "@/lib/posts/contract";
import { readAncestors } from "@/lib/posts/thread-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: {
    en: "List what a reply replies to, from the oldest post down",
    ja: "返信先の投稿を古い順にたどって取得する",
  },
  auth: "onboarded",
  scope: "read",
  params: idParams,
  response: z.object({ items: z.array(postSchema) }),
  handler: async ({ viewer, params }) => ({
    body: { items: await readAncestors({ viewer, postId: params.id }) },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
