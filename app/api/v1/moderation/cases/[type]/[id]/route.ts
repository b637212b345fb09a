import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { act } from "@/lib/moderation/decision-service";
import { actBody, actResponse, caseParams, caseSchema } from "@/lib/moderation/queue-contract";
import { getCase } from "@/lib/moderation/queue-service";

export const GET = route({
  summary: "Read a case, for moderators",
  auth: "onboarded",
  params: caseParams,
  response: caseSchema,
  handler: async ({ viewer, params }) => ({ body: await getCase({ viewer, ref: params }) }),
});

export const POST = route({
  summary: "Decide a case",
  auth: "onboarded",
  limit: "writes",
  params: caseParams,
  body: actBody,
  response: actResponse,
  handler: async ({ viewer, params, body }) => ({ body: await act({ viewer, ref: params, body }) }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
