import { startRunSchema, appRunStartSchema, appRunResponse } from "@/lib/apps/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getRunStart, startRun } from "@/lib/apps/run-service";

export const GET = route({
  summary: { en: "Read which version the viewer ran last", ja: "最後に実行したバージョンを取得する" },
  ...appRoute,
  response: appRunStartSchema,
  handler: async ({ viewer, params }) => ({ body: await getRunStart({ viewer, id: params.id }) }),
});

export const POST = route({
  summary: { en: "Count a run of an app", ja: "アプリの実行を記録する" },
  ...appRoute,
  limit: "writes",
  body: startRunSchema,
  response: appRunResponse,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await startRun({ viewer, id: params.id, ...body }),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
