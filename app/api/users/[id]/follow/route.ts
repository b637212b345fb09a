import { followAnswer } from "@/lib/contracts/people";
import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { follow, unfollow } from "@/lib/server/services/follow-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  answer: followAnswer,
  handler: async ({ viewer, params }) => ({ body: await follow({ actor: viewer, userId: params.id }) }),
});

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  answer: followAnswer,
  handler: async ({ viewer, params }) => ({ body: await unfollow({ actor: viewer, userId: params.id }) }),
});
