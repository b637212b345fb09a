import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { answerBody, reviewParams, reviewSchema } from "@/lib/reviews/contract";
import { answerReview, deleteAnswer } from "@/lib/reviews/service";

const answer = { ...appRoute, params: reviewParams, response: reviewSchema } as const;

export const PUT = route({
  summary: "Answer a review of one's app",
  ...answer,
  limit: "comments",
  body: answerBody,
  handler: async ({ viewer, params, body }) => ({
    body: await answerReview({ viewer, appId: params.id, reviewId: params.reviewId, ...body }),
  }),
});

export const DELETE = route({
  summary: "Delete the answer to a review",
  ...answer,
  limit: "writes",
  handler: async ({ viewer, params }) => ({
    body: await deleteAnswer({ viewer, appId: params.id, reviewId: params.reviewId }),
  }),
});

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
