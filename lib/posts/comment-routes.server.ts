import "server-only";
import { route } from "@/lib/http/route";
import { idParams, pageOf } from "@/lib/shared/contract";
import { commentBody, commentParams, commentSchema, commentsQuery } from "./comment-contract";
import { addComment, deleteComment, listComments } from "./comment-service";

/** GET and POST of the comments on the post or app `{id}`. */
export function commentRoutes(type: "post" | "app") {
  const options = {
    auth: "onboarded",
    params: idParams,
    notFoundCode: type === "app" ? "unknown_app" : "not_found",
  } as const;
  return {
    GET: route({
      summary: `List the comments on ${type === "app" ? "an app" : "a post"}`,
      ...options,
      query: commentsQuery,
      response: pageOf(commentSchema),
      handler: async ({ viewer, params, query }) => ({
        body: await listComments({ viewer, subject: { type, id: params.id }, query }),
      }),
    }),
    POST: route({
      summary: `Comment on ${type === "app" ? "an app" : "a post"}`,
      ...options,
      limit: "comments",
      body: commentBody,
      response: commentSchema,
      handler: async ({ viewer, params, body }) => ({
        status: 201,
        body: await addComment({ actor: viewer, subject: { type, id: params.id }, ...body }),
      }),
    }),
  };
}

/** DELETE of one comment on a post or app. */
export function deleteCommentRoute(type: "post" | "app") {
  return route({
    summary: `Delete a comment on ${type === "app" ? "an app" : "a post"}`,
    auth: "onboarded",
    limit: "writes",
    params: commentParams,
    handler: async ({ viewer, params }) =>
      deleteComment({ actor: viewer, subject: { type, id: params.id }, id: params.commentId }),
  });
}
