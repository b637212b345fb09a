import { postParams, postSchema } from "@/lib/posts/contract";
import { route } from "@/lib/http/route";
import { deletePost, getPost } from "@/lib/posts/service";

export const GET = route({
  auth: "onboarded",
  params: postParams,
  response: postSchema,
  handler: async ({ viewer, params }) => ({ body: await getPost({ viewer, id: params.id }) }),
});

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: postParams,
  handler: async ({ viewer, params }) => {
    await deletePost({ actor: viewer, id: params.id });
    return { status: 204 };
  },
});
