import { startRunSchema, appRunStartSchema, appRunAnswer } from "@/lib/contracts/app";
import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { getRunStart, startRun } from "@/lib/server/services/app-run-service";

const run = { auth: "onboarded", params: idParams, notFoundCode: "unknown_app" } as const;

/** Which version this person ran last. */
export const GET = route({
  ...run,
  answer: appRunStartSchema,
  handler: async ({ viewer, params }) => ({ body: await getRunStart({ viewer, id: params.id }) }),
});

/** Counts a start. */
export const POST = route({
  ...run,
  limit: "writes",
  body: startRunSchema,
  answer: appRunAnswer,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await startRun({ viewer, id: params.id, version: body.version }),
  }),
});
