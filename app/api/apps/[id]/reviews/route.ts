import { appRoute } from "@/lib/apps/routes.server";
import { readerOrThrow } from "@/lib/auth/viewer.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { reviewSchema, reviewsQuery } from "@/lib/reviews/contract";
import { listReviews } from "@/lib/reviews/service";
import { pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the reviews of an app", ja: "アプリのレビューを一覧する" },
  ...appRoute,
  auth: "optional",
  scope: "read",
  query: reviewsQuery,
  response: pageOf(reviewSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listReviews({ viewer: await readerOrThrow(viewer), appId: params.id, query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
