import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { beginRunSchema, begunRun } from "@/lib/scores/contract";
import { beginRun } from "@/lib/scores/verify-service";

export const POST = route({
  summary: { en: "Begin a run whose scores can be checked", ja: "スコアを検証できる実行を開始する" },
  ...appRoute,
  body: beginRunSchema,
  response: begunRun,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await beginRun({ viewer, appId: params.id, ...body }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
