import "server-only";
import { route } from "@/lib/http/route";
import { idParams, pageOf } from "@/lib/shared/contract";
import { commentBody, commentParams, commentSchema, commentsQuery } from "./comment-contract";
import { addComment, deleteComment, listComments } from "./comment-service";

/** GET and POST of the comments on the post or app `{id}`. */
export function commentRoutes(type: "post" | "app") {
  const ofApp = type === "app";
  const options = {
    auth: "onboarded",
    params: idParams,
    notFoundCode: ofApp ? "unknown_app" : "not_found",
  } as const;
  return {
    GET: route({
      summary: ofApp
        ? { en: "List the comments on an app", ja: "アプリへのコメントの一覧を取得する" }
        : { en: "List the comments on a post", ja: "投稿へのコメントの一覧を取得する" },
      ...options,
      scope: "read",
      query: commentsQuery,
      response: pageOf(commentSchema),
      handler: async ({ viewer, params, query }) => ({
        body: await listComments({ viewer, subject: { type, id: params.id }, query }),
      }),
    }),
    POST: route({
      summary: ofApp
        ? { en: "Comment on an app", ja: "アプリにコメントする" }
        : { en: "Comment on a post", ja: "投稿にコメントする" },
      ...options,
      scope: "posts:write",
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
    summary:
      type === "app"
        ? { en: "Delete a comment on an app", ja: "アプリへのコメントを削除する" }
        : { en: "Delete a comment on a post", ja: "投稿へのコメントを削除する" },
    auth: "onboarded",
    scope: "posts:write",
    limit: "writes",
    params: commentParams,
    handler: async ({ viewer, params }) =>
      deleteComment({ actor: viewer, subject: { type, id: params.id }, id: params.commentId }),
  });
}
