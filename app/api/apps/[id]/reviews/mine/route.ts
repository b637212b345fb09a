import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { deletedReviewSchema, ownReviewSchema, reviewBody, savedReviewSchema } from "@/lib/reviews/contract";
import { deleteReview, getOwnReview, writeReview } from "@/lib/reviews/service";

export const GET = route({
  summary: { en: "Read one's review of an app", ja: "アプリへの自分のレビューを取得する" },
  ...appRoute,
  response: ownReviewSchema,
  handler: async ({ viewer, params }) => ({ body: await getOwnReview({ viewer, appId: params.id }) }),
});

export const PUT = route({
  summary: { en: "Review an app", ja: "アプリをレビューする" },
  ...appRoute,
  limit: "comments",
  body: reviewBody,
  response: savedReviewSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await writeReview({ viewer, appId: params.id, ...body }),
  }),
});

export const DELETE = route({
  summary: { en: "Delete one's review of an app", ja: "アプリへの自分のレビューを削除する" },
  ...appRoute,
  limit: "writes",
  response: deletedReviewSchema,
  handler: async ({ viewer, params }) => ({ body: await deleteReview({ viewer, appId: params.id }) }),
});

export const { POST, PATCH, OPTIONS } = otherMethods("GET", "PUT", "DELETE");
