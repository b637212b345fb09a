import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { reviewParams, reviewSchema } from "@/lib/reviews/contract";
import { setHelpful } from "@/lib/reviews/service";

const helpful = { ...appRoute, params: reviewParams, limit: "reactions", response: reviewSchema } as const;

export const POST = route({
  summary: { en: "Mark a review as helpful", ja: "レビューを参考になったとする" },
  ...helpful,
  handler: async ({ viewer, params }) => ({
    body: await setHelpful({ viewer, appId: params.id, reviewId: params.reviewId, on: true }),
  }),
});

export const DELETE = route({
  summary: { en: "Take back that a review is helpful", ja: "レビューの「参考になった」を取り消す" },
  ...helpful,
  handler: async ({ viewer, params }) => ({
    body: await setHelpful({ viewer, appId: params.id, reviewId: params.reviewId, on: false }),
  }),
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
