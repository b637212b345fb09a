import { commentBody, commentSchema, commentsQuery } from "@/lib/posts/comment-contract";
import { idParams, pageOf } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { addComment, listComments } from "@/lib/posts/comment-service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  notFoundCode: "unknown_app",
  query: commentsQuery,
  response: pageOf(commentSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listComments({ viewer, subject: { type: "app", id: params.id }, query }),
  }),
});

export const POST = route({
  auth: "onboarded",
  limit: "comments",
  params: idParams,
  notFoundCode: "unknown_app",
  body: commentBody,
  response: commentSchema,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await addComment({
      actor: viewer,
      subject: { type: "app", id: params.id },
      content: body.content,
    }),
  }),
});
