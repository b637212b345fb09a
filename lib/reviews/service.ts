import "server-only";
import { uuidv7 } from "uuidv7";
import { getAppOrThrow, lockAppOrThrow } from "@/lib/apps/access-service";
import { ratingOf } from "@/lib/apps/rating";
import { lockApp } from "@/lib/apps/repository";
import { findAppRun } from "@/lib/apps/run-repository";
import { inTransaction, type Db } from "@/lib/db/client";
import { mayRemoveAnswer, recordRemovedAnswer } from "@/lib/moderation/answer-decision-service";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { notify, publish } from "@/lib/notifications/notify-service";
import { normalizeText } from "@/lib/posts/rules";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { appChanged } from "@/lib/realtime/row-events";
import type { Actor, Page } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { decodeCursor, encodeCursor } from "@/lib/shared/list-cursor";
import { idAt } from "@/lib/shared/time-id";
import { isBlank } from "@/lib/shared/visible-text";
import type { DeletedReview, OwnReview, Review, ReviewsQuery, SavedReview } from "./contract";
import { presentReview } from "./presenter";
import {
  countStars,
  deleteReviewRow,
  findAnswer,
  findReview,
  findReviewBy,
  insertReview,
  listReviews as listReviewRows,
  lockReview,
  setAnswer,
  setVote,
  updateReview,
} from "./repository";
import { isReviewKey, reviewKey, reviewStanding } from "./rules";

/**
 * Reviews of apps, with the answers of their makers.
 *
 * Trust model. Untrusted: every viewer. An app's rating counts a person once, only if they have run the app, and never its
 * owner; the counters change with the app's row locked.
 */

type OfApp = { viewer: Actor; appId: string };
type OfReview = OfApp & { reviewId: string };

/** The reviews of an app that the viewer may see. @throws AppError unknown_app, validation_error */
export async function listReviews({
  viewer,
  appId,
  query,
}: OfApp & { query: ReviewsQuery }): Promise<Page<Review>> {
  const { orderBy: order, limit } = query;
  const after = query.after === undefined ? null : decodeCursor(query.after);
  if (query.after !== undefined && !(after && isReviewKey(order, after.key)))
    throw new AppError("validation_error", { message: "after is not a cursor of this list." });
  await getAppOrThrow(appId, viewer, "view");
  const rows = await listReviewRows({ viewerId: viewer.id, appId, order, after, take: limit + 1 });
  const items = rows.slice(0, limit).map(presentReview);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items, nextCursor: hasMore ? encodeCursor({ key: reviewKey(order, last), id: last.id }) : null };
}

/** The viewer's review, and whether they may write one. @throws AppError unknown_app */
export async function getOwnReview({ viewer, appId }: OfApp): Promise<OwnReview> {
  const [app, review, run] = await Promise.all([
    getAppOrThrow(appId, viewer, "view"),
    findReviewBy(viewer.id, appId),
    findAppRun(viewer.id, appId),
  ]);
  const standing = reviewStanding({ isOwner: app.ownerId === viewer.id, hasRun: run !== null });
  return { review: review && presentReview(review), standing };
}

/** A text as it is stored: nothing, if it would show nothing. */
const storedText = (text: string): string => (isBlank(text) ? "" : normalizeText(text));

/**
 * Writes the viewer's review of an app, or edits it.
 * @param at when it was written; now by default
 * @throws AppError unknown_app, account_limited; forbidden for the owner; run_first
 */
export async function writeReview({
  viewer,
  appId,
  stars,
  text,
  at,
}: OfApp & { stars: number; text: string; at?: Date }): Promise<SavedReview> {
  await requireUnlimited(viewer);
  const written = { stars, text: storedText(text), at: at ?? new Date() };
  const { saved, events } = await inTransaction(async (tx) => {
    const app = await lockAppOrThrow(appId, viewer, "view", tx);
    const hasRun = (await findAppRun(viewer.id, appId, tx)) !== null;
    const standing = reviewStanding({ isOwner: app.ownerId === viewer.id, hasRun });
    if (standing === "owner") throw new AppError("forbidden", { message: "This app is yours." });
    if (standing === "run_first") throw new AppError("run_first");
    const before = await findReviewBy(viewer.id, appId, tx);
    const id = before?.id ?? (at ? idAt(at) : uuidv7());
    if (!before) await insertReview({ ...written, id, appId, authorId: viewer.id }, tx);
    else if (before.stars !== stars || before.text !== written.text)
      await updateReview({ ...written, id }, tx);
    const counts = await countStars(appId, { from: before?.stars ?? null, to: stars }, tx);
    const review = await findReviewBy(viewer.id, appId, tx);
    if (!review) throw new AppError("conflict");
    const notified = before
      ? []
      : await notify(
          {
            kind: "app_review",
            actorId: viewer.id,
            userIds: [app.ownerId],
            appId,
            text: written.text,
            at: written.at,
          },
          tx,
        );
    return {
      saved: { review: presentReview(review), rating: ratingOf(counts) },
      events: [appChanged("UPDATE", app), ...notified],
    };
  });
  publish(...events);
  return saved;
}

/** Deletes the viewer's review, also of an app that they can no longer see. @throws AppError not_found */
export async function deleteReview({ viewer, appId }: OfApp): Promise<DeletedReview> {
  const { counts, event } = await inTransaction(async (tx) => {
    const app = await lockApp(appId, tx);
    const review = app && (await findReviewBy(viewer.id, appId, tx));
    if (!app || !review) throw new AppError("not_found");
    const gone = await removeReview({ id: review.id, appId }, tx);
    if (!gone) throw new AppError("not_found");
    return gone;
  });
  publish(event);
  return { rating: ratingOf(counts) };
}

/**
 * Deletes a review in the caller's transaction, which has locked its app.
 * @returns null if it is gone; the app's reviews by stars, and what to publish after the commit
 */
export async function removeReview(
  { id, appId }: { id: string; appId: string },
  tx: Db,
): Promise<{ counts: number[]; event: LiveEvent } | null> {
  const app = await lockApp(appId, tx);
  const gone = app && (await deleteReviewRow(id, tx));
  if (!app || !gone) return null;
  const counts = await countStars(appId, { from: gone.stars, to: null }, tx);
  return { counts, event: appChanged("UPDATE", app) };
}

/** Locks the app of a review until the transaction ends: whoever changes both locks the app first. */
export async function lockReviewedApp(appId: string, tx: Db): Promise<void> {
  await lockApp(appId, tx);
}

async function getReviewOrThrow({ viewer, appId, reviewId }: OfReview, tx?: Db) {
  const review = await findReview({ id: reviewId, appId, viewerId: viewer.id }, tx);
  if (!review) throw new AppError("not_found");
  return review;
}

/**
 * Says that a review is helpful, or takes that back; idempotent.
 * @throws AppError unknown_app, not_found, account_limited; forbidden about one's own review
 */
export async function setHelpful({ on, ...of }: OfReview & { on: boolean }): Promise<Review> {
  const { viewer, appId, reviewId } = of;
  if (!on) return takeVote(of);
  await requireUnlimited(viewer);
  await getAppOrThrow(appId, viewer, "view");
  return inTransaction(async (tx) => {
    if (!(await lockReview(reviewId, tx))) throw new AppError("not_found");
    const review = await getReviewOrThrow(of, tx);
    if (review.authorId === viewer.id) throw new AppError("forbidden");
    await setVote({ userId: viewer.id, reviewId, on }, tx);
    return presentReview(await getReviewOrThrow(of, tx));
  });
}

/** Also of a review that the viewer can no longer see, which it then does not show. */
async function takeVote(of: OfReview): Promise<Review> {
  const { viewer, appId, reviewId } = of;
  await inTransaction(async (tx) => {
    if (await lockReview(reviewId, tx)) await setVote({ userId: viewer.id, reviewId, on: false }, tx);
  });
  await getAppOrThrow(appId, viewer, "view");
  return presentReview(await getReviewOrThrow(of));
}

/**
 * Answers a review of the viewer's app, or changes the answer.
 * @throws AppError unknown_app, not_found, account_limited; forbidden for everybody but the owner
 */
export async function answerReview({ text, ...of }: OfReview & { text: string }): Promise<Review> {
  const { viewer, appId, reviewId } = of;
  await requireUnlimited(viewer);
  const answer = normalizeText(text);
  const { review, events } = await inTransaction(async (tx) => {
    // Before the review: the notification refers to the app.
    const app = await lockAppOrThrow(appId, viewer, "edit", tx);
    const { authorId } = await getReviewOrThrow(of, tx);
    if (!(await setAnswer({ id: reviewId, appId, answer, at: new Date() }, tx)))
      throw new AppError("not_found");
    const notified = await notify(
      { kind: "review_answer", actorId: app.ownerId, userIds: [authorId], appId, text: answer },
      tx,
    );
    return { review: presentReview(await getReviewOrThrow(of, tx)), events: notified };
  });
  publish(...events);
  return review;
}

/**
 * Deletes the maker's answer, also to a review that its maker can no longer see. Moderators delete any, which is recorded.
 * @throws AppError unknown_app, not_found; forbidden for everybody else
 */
export async function deleteAnswer(of: OfReview): Promise<Review> {
  const { viewer, appId, reviewId: id } = of;
  const events = await inTransaction(async (tx) => {
    const app = await lockApp(appId, tx);
    const isJudge = app !== null && (await mayRemoveAnswer(viewer.id, app.ownerId, tx));
    if (!isJudge) await lockAppOrThrow(appId, viewer, "edit", tx);
    const text = await findAnswer({ id, appId }, tx);
    if (!(await setAnswer({ id, appId, answer: null, at: new Date() }, tx))) throw new AppError("not_found");
    if (!app || !isJudge || text === null) return [];
    return recordRemovedAnswer(
      { actorId: viewer.id, personId: app.ownerId, answer: { appId, reviewId: id, text } },
      tx,
    );
  });
  publish(...events);
  return presentReview(await getReviewOrThrow(of));
}
