import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { reportResponse, reportWords } from "@/lib/moderation/contract";
import { reviewParams } from "@/lib/reviews/contract";
import { reportAnswer } from "@/lib/reviews/report-service";

export const POST = route({
  summary: { en: "Report the answer to a review", ja: "レビューへの返信を報告する" },
  auth: "onboarded",
  limit: "reports",
  params: reviewParams,
  body: reportWords,
  response: reportResponse,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await reportAnswer({ viewer, appId: params.id, reviewId: params.reviewId, words: body }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
