import { blockAnswer } from "@/lib/contracts/people";
import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { block, unblock } from "@/lib/server/services/follow-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  answer: blockAnswer,
  handler: async ({ viewer, params }) => ({ body: await block({ actor: viewer, userId: params.id }) }),
});

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  answer: blockAnswer,
  handler: async ({ viewer, params }) => ({ body: await unblock({ actor: viewer, userId: params.id }) }),
});
