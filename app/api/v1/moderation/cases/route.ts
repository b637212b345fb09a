import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { queuePageSchema, queueQuery } from "@/lib/moderation/queue-contract";
import { listCases } from "@/lib/moderation/queue-service";

/** What waits for moderators. */
export const GET = route({
  auth: "onboarded",
  query: queueQuery,
  response: queuePageSchema,
  handler: async ({ viewer, query }) => ({ body: await listCases({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
