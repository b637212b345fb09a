import { commentBody, commentSchema, commentsQuery } from "@/lib/contracts/comment";
import { idParams, pageOf } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { addComment, listComments } from "@/lib/server/services/comment-service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  notFoundCode: "unknown_app",
  query: commentsQuery,
  answer: pageOf(commentSchema),
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
  answer: commentSchema,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await addComment({
      actor: viewer,
      subject: { type: "app", id: params.id },
      content: body.content,
    }),
  }),
});
