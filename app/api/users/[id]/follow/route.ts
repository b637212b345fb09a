import { followResponse } from "@/lib/people/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { follow, unfollow } from "@/lib/people/follow-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  response: followResponse,
  handler: async ({ viewer, params }) => ({ body: await follow({ actor: viewer, userId: params.id }) }),
});

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  response: followResponse,
  handler: async ({ viewer, params }) => ({ body: await unfollow({ actor: viewer, userId: params.id }) }),
});
