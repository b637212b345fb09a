import { appProblemsSchema, reportProblemsBody } from "@/lib/apps/problem-contract";
import { getProblems, reportProblems } from "@/lib/apps/problem-service";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "List what goes wrong in one's app", ja: "自分のアプリで起きたエラーの一覧を取得する" },
  ...appRoute,
  response: appProblemsSchema,
  handler: async ({ viewer, params }) => ({ body: await getProblems({ viewer, id: params.id }) }),
});

export const POST = route({
  summary: { en: "Report what went wrong in a run of an app", ja: "アプリの実行中に起きたエラーを報告する" },
  ...appRoute,
  limit: "writes",
  writes: false,
  body: reportProblemsBody,
  handler: async ({ viewer, params, body }) => reportProblems({ viewer, id: params.id, report: body }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
