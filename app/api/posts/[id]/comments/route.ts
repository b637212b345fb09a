import { pageOf } from "@/lib/contracts/common";
import { commentBody, commentsQuery, commentSchema } from "@/lib/contracts/comment";
import { postParams } from "@/lib/contracts/post";
import { route } from "@/lib/server/http/route";
import { addComment, listComments } from "@/lib/server/services/comment-service";

export const GET = route({
  auth: "onboarded",
  params: postParams,
  query: commentsQuery,
  answer: pageOf(commentSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listComments({ viewer, subject: { type: "post", id: params.id }, query }),
  }),
});

export const POST = route({
  auth: "onboarded",
  limit: "comments",
  params: postParams,
  body: commentBody,
  answer: commentSchema,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await addComment({
      actor: viewer,
      subject: { type: "post", id: params.id },
      content: body.content,
    }),
  }),
});
