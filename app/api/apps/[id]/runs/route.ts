import { startRunSchema, appRunStartSchema, appRunAnswer } from "@/lib/apps/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { getRunStart, startRun } from "@/lib/apps/run-service";

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
