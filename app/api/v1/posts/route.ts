import { POST_JSON_MAX_BYTES } from "@/lib/config/limits";
import { postPayload, postSchema } from "@/lib/posts/contract";
import { POST_FORM_FIELDS, POST_FORM_MAX_BYTES, readPostForm } from "@/lib/posts/post-form.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { createPost, createPostWithFiles } from "@/lib/posts/service";

export const POST = route({
  summary: { en: "Publish a post", ja: "投稿する" },
  auth: "onboarded",
  scope: "posts:write",
  limit: "posts",
  body: postPayload,
  jsonMaxBytes: POST_JSON_MAX_BYTES,
  multipart: { maxBytes: POST_FORM_MAX_BYTES, fields: POST_FORM_FIELDS },
  response: postSchema,
  handler: async ({ viewer, sender, body, form }) => {
    const { post, created } = form
      ? await createPostWithFiles({ actor: viewer, sender, ...(await readPostForm(form)) })
      : await createPost({ actor: viewer, sender, payload: body! });
    return { status: created ? 201 : 200, body: post };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
