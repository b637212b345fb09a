import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { reportResponse, reportWords } from "@/lib/moderation/contract";
import { scoreParams } from "@/lib/scores/contract";
import { reportScore } from "@/lib/scores/report-service";

export const POST = route({
  summary: { en: "Report a score", ja: "スコアを報告する" },
  auth: "onboarded",
  limit: "reports",
  params: scoreParams,
  body: reportWords,
  response: reportResponse,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await reportScore({ viewer, appId: params.id, id: params.scoreId, words: body }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
