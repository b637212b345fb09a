import { z } from "zod";
import { postSchema } from "@/lib/posts/contract";
import { readContinuation } from "@/lib/posts/thread-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: "List the posts with which the author of a post continues it as a thread, in order",
  auth: "onboarded",
  params: idParams,
  response: z.object({ items: z.array(postSchema) }),
  handler: async ({ viewer, params }) => ({
    body: { items: await readContinuation({ viewer, postId: params.id }) },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
