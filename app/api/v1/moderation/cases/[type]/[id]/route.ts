import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { act } from "@/lib/moderation/decision-service";
import { actBody, actResponse, caseParams, caseSchema } from "@/lib/moderation/queue-contract";
import { getCase } from "@/lib/moderation/queue-service";

export const GET = route({
  summary: { en: "Read a case, for moderators", ja: "案件を取得する（モデレーター用）" },
  auth: "onboarded",
  params: caseParams,
  response: caseSchema,
  handler: async ({ viewer, params }) => ({ body: await getCase({ viewer, ref: params }) }),
});

export const POST = route({
  summary: { en: "Decide a case", ja: "案件に決定を下す" },
  auth: "onboarded",
  limit: "writes",
  params: caseParams,
  body: actBody,
  response: actResponse,
  handler: async ({ viewer, params, body }) => ({ body: await act({ viewer, ref: params, body }) }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
