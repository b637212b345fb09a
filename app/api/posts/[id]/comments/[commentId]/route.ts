import { commentParams } from "@/lib/posts/comment-contract";
import { route } from "@/lib/http/route";
import { deleteComment } from "@/lib/posts/comment-service";

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: commentParams,
  handler: async ({ viewer, params }) => {
    await deleteComment({ actor: viewer, subject: { type: "post", id: params.id }, id: params.commentId });
    return { status: 204 };
  },
});
