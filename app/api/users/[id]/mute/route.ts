import { muteResponse } from "@/lib/people/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { mute, unmute } from "@/lib/people/follow-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  response: muteResponse,
  handler: async ({ viewer, params }) => ({ body: await mute({ actor: viewer, userId: params.id }) }),
});

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  response: muteResponse,
  handler: async ({ viewer, params }) => ({ body: await unmute({ actor: viewer, userId: params.id }) }),
});
