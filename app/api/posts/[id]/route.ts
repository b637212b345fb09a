import { postSchema } from "@/lib/posts/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";
import { deletePost, getPost } from "@/lib/posts/service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  response: postSchema,
  handler: async ({ viewer, params }) => ({ body: await getPost({ viewer, id: params.id }) }),
});

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  handler: async ({ viewer, params }) => deletePost({ actor: viewer, id: params.id }),
});

export const { POST, PUT, PATCH, OPTIONS } = otherMethods("GET", "DELETE");
