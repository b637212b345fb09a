import { editBody, postSchema } from "@/lib/posts/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";
import { editPost } from "@/lib/posts/edit-service";
import { deletePost, getPost } from "@/lib/posts/service";

export const GET = route({
  summary: { en: "Read a post", ja: "投稿を取得する" },
  auth: "onboarded",
  scope: "read",
  params: idParams,
  response: postSchema,
  handler: async ({ viewer, params }) => ({ body: await getPost({ viewer, id: params.id }) }),
});

export const PATCH = route({
  summary: { en: "Edit a post", ja: "投稿を編集する" },
  auth: "onboarded",
  scope: "posts:write",
  limit: "writes",
  params: idParams,
  body: editBody,
  response: postSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await editPost({ actor: viewer, id: params.id, edit: body }),
  }),
});

export const DELETE = route({
  summary: { en: "Delete a post", ja: "投稿を削除する" },
  auth: "onboarded",
  scope: "posts:write",
  limit: "writes",
  params: idParams,
  handler: async ({ viewer, params }) => deletePost({ actor: viewer, id: params.id }),
});

export const { POST, PUT, OPTIONS } = otherMethods("GET", "PATCH", "DELETE");
