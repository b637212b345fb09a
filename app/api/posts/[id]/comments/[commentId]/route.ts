import { deleteCommentRoute } from "@/lib/posts/comment-routes.server";

export const DELETE = deleteCommentRoute("post");
