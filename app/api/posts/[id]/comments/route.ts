import { commentRoutes } from "@/lib/posts/comment-routes.server";

export const { GET, POST } = commentRoutes("post");
