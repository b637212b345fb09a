import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { repostSchema } from "@/lib/posts/contract";
import { repost } from "@/lib/posts/reaction-service";
import { idParams } from "@/lib/shared/contract";

const change = { auth: "onboarded", limit: "reactions", params: idParams, response: repostSchema } as const;

export const POST = route({
  summary: "Repost a post",
  ...change,
  handler: async ({ viewer, params }) => ({
    body: await repost({ actor: viewer, postId: params.id, on: true }),
  }),
});

export const DELETE = route({
  summary: "Undo a repost",
  ...change,
  handler: async ({ viewer, params }) => ({
    body: await repost({ actor: viewer, postId: params.id, on: false }),
  }),
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
