import { commentRoutes } from "@/lib/posts/comment-routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const { GET, POST } = commentRoutes("post");

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
