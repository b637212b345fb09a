import { commentParams } from "@/lib/contracts/comment";
import { route } from "@/lib/server/http/route";
import { deleteComment } from "@/lib/server/services/comment-service";

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: commentParams,
  handler: async ({ viewer, params }) => {
    await deleteComment({ actor: viewer, subject: { type: "post", id: params.id }, id: params.commentId });
    return { status: 204 };
  },
});
