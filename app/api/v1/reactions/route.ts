import { reactionBody, reactionSchema } from "@/lib/contracts/post";
import { route } from "@/lib/server/http/route";
import { react } from "@/lib/server/services/reaction-service";

export const POST = route({
  auth: "onboarded",
  limit: "reactions",
  body: reactionBody,
  answer: reactionSchema,
  handler: async ({ viewer, body }) => ({ body: await react({ actor: viewer, reaction: body }) }),
});
