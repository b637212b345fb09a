import "server-only";
import type { z } from "zod";
import { getAppOrThrow, type Actor } from "@/lib/apps/access-service";
import type { ReportResponse, reportWords } from "@/lib/moderation/contract";
import { report } from "@/lib/moderation/service";
import { AppError } from "@/lib/shared/errors";
import { findReview } from "./repository";

/**
 * Reports the answer to a review, and the app's owner, who wrote it. The report preserves the words.
 * @throws AppError unknown_app, not_found; forbidden for the owner
 */
export async function reportAnswer({
  viewer,
  appId,
  reviewId,
  words,
}: {
  viewer: Actor;
  appId: string;
  reviewId: string;
  words: z.output<typeof reportWords>;
}): Promise<ReportResponse> {
  const { ownerId } = await getAppOrThrow(appId, viewer, "view");
  const review = await findReview({ id: reviewId, appId, viewerId: viewer.id });
  if (!review?.answer) throw new AppError("not_found");
  if (ownerId === viewer.id) throw new AppError("forbidden");
  const body = { subjectType: "user" as const, subjectId: ownerId, ...words };
  return report({ actor: viewer, body, about: { answer: { appId, reviewId, text: review.answer } } });
}
