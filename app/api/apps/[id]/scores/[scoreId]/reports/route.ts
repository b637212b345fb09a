import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { reportResponse } from "@/lib/moderation/contract";
import { reportScoreSchema, scoreParams } from "@/lib/scores/contract";
import { reportScore } from "@/lib/scores/report-service";

/** Reports a score. */
export const POST = route({
  auth: "onboarded",
  limit: "reports",
  params: scoreParams,
  body: reportScoreSchema,
  response: reportResponse,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await reportScore({ viewer, appId: params.id, id: params.scoreId, words: body }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
