import { z } from "zod";
import { ratingSchema } from "@/lib/apps/contract";
import { PAGE_SIZE_MAX } from "@/lib/config/limits";
import { REVIEW_ANSWER_MAX_CHARS, REVIEW_MAX_CHARS, REVIEWS_PAGE_SIZE } from "@/lib/config/review-limits";
import { userShortSchema } from "@/lib/people/user-contract";
import { idSchema } from "@/lib/shared/contract";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { isBlank } from "@/lib/shared/visible-text";
import { REVIEW_ORDERS, REVIEW_STANDINGS } from "./rules";

export const reviewSchema = z.object({
  id: z.string(),
  appId: z.string(),
  author: userShortSchema,
  stars: z.number(),
  /** Empty if the person gave stars only. */
  text: z.string(),
  /** The app's version when the review was written or last edited. */
  version: z.string(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  /** How many people find it helpful. */
  helpful: z.number(),
  /** By the app's maker. */
  answer: z.object({ text: z.string(), createdAt: z.string() }).nullable(),
  viewer: z.object({ helpful: z.boolean() }),
});
export type Review = z.infer<typeof reviewSchema>;

/** Query of `GET /apps/{id}/reviews`. */
export const reviewsQuery = z.object({
  orderBy: z.enum(REVIEW_ORDERS).default("useful"),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(REVIEWS_PAGE_SIZE),
  after: z.string().min(1).max(200).optional(),
});
export type ReviewsQuery = z.infer<typeof reviewsQuery>;

/** Body of `PUT /apps/{id}/reviews/mine`. */
export const reviewBody = z.strictObject({
  stars: z.int().min(1).max(5),
  text: z.string().check(maxGraphemes(REVIEW_MAX_CHARS)).default(""),
});
export type ReviewBody = z.input<typeof reviewBody>;

/** Response of `GET /apps/{id}/reviews/mine`. */
export const ownReviewSchema = z.object({
  review: reviewSchema.nullable(),
  /** `run_first`: only people who have run the app may review it. */
  standing: z.enum(REVIEW_STANDINGS),
});
export type OwnReview = z.infer<typeof ownReviewSchema>;

/** What changed with one's own review. */
export const savedReviewSchema = z.object({ review: reviewSchema, rating: ratingSchema });
export type SavedReview = z.infer<typeof savedReviewSchema>;
export const deletedReviewSchema = z.object({ rating: ratingSchema });
export type DeletedReview = z.infer<typeof deletedReviewSchema>;

/** Body of `PUT /apps/{id}/reviews/{reviewId}/answer`. */
export const answerBody = z.strictObject({
  text: z
    .string()
    .refine((text) => !isBlank(text), { message: "An answer needs some text." })
    .check(maxGraphemes(REVIEW_ANSWER_MAX_CHARS)),
});

export const reviewParams = z.strictObject({ id: idSchema, reviewId: idSchema });
