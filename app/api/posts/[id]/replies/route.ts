import { POST_JSON_MAX_BYTES } from "@/lib/config/limits";
import { postPageQuery, postPayload, postSchema } from "@/lib/posts/contract";
import { POST_FORM_FIELDS, POST_FORM_MAX_BYTES, readPostForm } from "@/lib/posts/post-form.server";
import { createPost, createPostWithFiles } from "@/lib/posts/service";
import { readReplies } from "@/lib/posts/thread-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams, pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the replies to a post", ja: "投稿への返信の一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  params: idParams,
  query: postPageQuery,
  response: pageOf(postSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await readReplies({ viewer, postId: params.id, query }),
  }),
});

export const POST = route({
  summary: { en: "Reply to a post", ja: "投稿に返信する" },
  auth: "onboarded",
  scope: "posts:write",
  limit: "comments",
  params: idParams,
  body: postPayload,
  jsonMaxBytes: POST_JSON_MAX_BYTES,
  multipart: { maxBytes: POST_FORM_MAX_BYTES, fields: POST_FORM_FIELDS },
  response: postSchema,
  handler: async ({ viewer, sender, params, body, form }) => {
    const reply = { actor: viewer, sender, replyTo: params.id };
    const { post, created } = form
      ? await createPostWithFiles({ ...reply, ...(await readPostForm(form)) })
      : await createPost({ ...reply, payload: body! });
    return { status: created ? 201 : 200, body: post };
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
