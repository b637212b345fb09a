import { reactionBody, reactionSchema } from "@/lib/posts/contract";
import { route } from "@/lib/http/route";
import { react } from "@/lib/posts/reaction-service";

export const POST = route({
  auth: "onboarded",
  limit: "reactions",
  body: reactionBody,
  response: reactionSchema,
  handler: async ({ viewer, body }) => ({ body: await react({ actor: viewer, reaction: body }) }),
});
