import { muteAnswer } from "@/lib/contracts/people";
import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { mute, unmute } from "@/lib/server/services/follow-service";

export const POST = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  answer: muteAnswer,
  handler: async ({ viewer, params }) => ({ body: await mute({ actor: viewer, userId: params.id }) }),
});

export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  answer: muteAnswer,
  handler: async ({ viewer, params }) => ({ body: await unmute({ actor: viewer, userId: params.id }) }),
});
