import { startRunSchema, appRunStartSchema, appRunResponse } from "@/lib/apps/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { getRunStart, startRun } from "@/lib/apps/run-service";

const run = { auth: "onboarded", params: idParams, notFoundCode: "unknown_app" } as const;

/** Which version this person ran last. */
export const GET = route({
  ...run,
  response: appRunStartSchema,
  handler: async ({ viewer, params }) => ({ body: await getRunStart({ viewer, id: params.id }) }),
});

/** Counts a start. */
export const POST = route({
  ...run,
  limit: "writes",
  body: startRunSchema,
  response: appRunResponse,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await startRun({ viewer, id: params.id, version: body.version }),
  }),
});
