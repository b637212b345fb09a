import { pageOf } from "@/lib/shared/contract";
import { commentBody, commentsQuery, commentSchema } from "@/lib/posts/comment-contract";
import { postParams } from "@/lib/posts/contract";
import { route } from "@/lib/http/route";
import { addComment, listComments } from "@/lib/posts/comment-service";

export const GET = route({
  auth: "onboarded",
  params: postParams,
  query: commentsQuery,
  response: pageOf(commentSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listComments({ viewer, subject: { type: "post", id: params.id }, query }),
  }),
});

export const POST = route({
  auth: "onboarded",
  limit: "comments",
  params: postParams,
  body: commentBody,
  response: commentSchema,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await addComment({
      actor: viewer,
      subject: { type: "post", id: params.id },
      content: body.content,
    }),
  }),
});
