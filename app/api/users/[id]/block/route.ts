import { blockResponse } from "@/lib/people/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { block, unblock } from "@/lib/people/follow-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  response: blockResponse,
  handler: async ({ viewer, params }) => ({ body: await block({ actor: viewer, userId: params.id }) }),
});

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  response: blockResponse,
  handler: async ({ viewer, params }) => ({ body: await unblock({ actor: viewer, userId: params.id }) }),
});
