import { deleteCommentRoute } from "@/lib/posts/comment-routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const DELETE = deleteCommentRoute("app");

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
