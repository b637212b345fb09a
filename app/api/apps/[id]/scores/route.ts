import { appRoute } from "@/lib/apps/routes.server";
import { SCORE_LOG_CHARS } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import {
  resetBoardQuery,
  scoreList,
  scoresQuery,
  submitScoreSchema,
  submittedScore,
} from "@/lib/scores/contract";
import { getScores, resetBoard, submitScore } from "@/lib/scores/service";

export const GET = route({
  summary: { en: "Read a board of scores", ja: "スコアボードを取得する" },
  ...appRoute,
  limit: "scoreLists",
  query: scoresQuery,
  response: scoreList,
  handler: async ({ viewer, params, query }) => ({
    body: await getScores({ viewer, appId: params.id, query }),
  }),
});

export const POST = route({
  summary: { en: "Submit a score", ja: "スコアを送信する" },
  ...appRoute,
  body: submitScoreSchema,
  // Escaping multiplies the length of a log.
  jsonMaxBytes: 4 * SCORE_LOG_CHARS,
  response: submittedScore,
  handler: async ({ viewer, params, body }) => ({
    body: await submitScore({ viewer, appId: params.id, score: body }),
  }),
});

export const DELETE = route({
  summary: { en: "Empty a board of scores", ja: "スコアボードを空にする" },
  ...appRoute,
  limit: "writes",
  query: resetBoardQuery,
  handler: ({ viewer, params, query }) => resetBoard({ viewer, appId: params.id, board: query.board }),
});

export const { PUT, PATCH, OPTIONS } = otherMethods("GET", "POST", "DELETE");
