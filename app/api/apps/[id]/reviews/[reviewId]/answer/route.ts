import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { answerBody, reviewParams, reviewSchema } from "@/lib/reviews/contract";
import { answerReview, deleteAnswer } from "@/lib/reviews/service";

const answer = { ...appRoute, params: reviewParams, response: reviewSchema } as const;

export const PUT = route({
  summary: { en: "Answer a review of one's app", ja: "自分のアプリのレビューに返信する" },
  ...answer,
  limit: "comments",
  body: answerBody,
  handler: async ({ viewer, params, body }) => ({
    body: await answerReview({ viewer, appId: params.id, reviewId: params.reviewId, ...body }),
  }),
});

export const DELETE = route({
  summary: { en: "Delete the answer to a review", ja: "レビューへの返信を削除する" },
  ...answer,
  limit: "writes",
  handler: async ({ viewer, params }) => ({
    body: await deleteAnswer({ viewer, appId: params.id, reviewId: params.reviewId }),
  }),
});

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
