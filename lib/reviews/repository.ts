import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { hiddenPeople } from "@/lib/posts/card-repository";
import type { ListCursor } from "@/lib/shared/list-cursor";
import type { ReviewOrder } from "./rules";

export type ReviewRecord = {
  id: string;
  appId: string;
  stars: number;
  text: string;
  version: string;
  helpfulCount: number;
  answer: string | null;
  answeredAt: Date | null;
  createdAt: Date;
  editedAt: Date | null;
  authorId: string;
  authorUsername: string;
  authorDisplayName: string;
  authorAvatarKey: string | null;
  isHelpful: boolean;
};

function selectReviews(viewerId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT r.id, r.app_id AS "appId", r.stars, r.text, r.version, r.helpful_count AS "helpfulCount", r.answer,
           r.answered_at AS "answeredAt", r.created_at AS "createdAt", r.edited_at AS "editedAt",
           u.id AS "authorId", u.username AS "authorUsername", u.display_name AS "authorDisplayName",
           u.avatar_key AS "authorAvatarKey",
           EXISTS (SELECT 1 FROM review_votes v WHERE v.user_id = ${viewerId}::uuid AND v.review_id = r.id) AS "isHelpful"
      FROM reviews r JOIN users u ON u.id = r.author_id`;
}

/** Reviews of an app in an order, without those of people hidden from the viewer. */
export function listReviews({
  viewerId,
  appId,
  order,
  after,
  take,
}: {
  viewerId: string;
  appId: string;
  order: ReviewOrder;
  after: ListCursor | null;
  take: number;
}): Promise<ReviewRecord[]> {
  const isUseful = order === "useful";
  const from = !after
    ? Prisma.empty
    : isUseful
      ? Prisma.sql`AND (r.helpful_count, r.id) < (${after.key}::int, ${after.id}::uuid)`
      : Prisma.sql`AND r.id < ${after.id}::uuid`;
  return db().$queryRaw<ReviewRecord[]>`
    ${selectReviews(viewerId)}
     WHERE r.app_id = ${appId}::uuid AND r.author_id <> ALL (${hiddenPeople(viewerId)}::uuid[]) ${from}
     ORDER BY ${isUseful ? Prisma.sql`r.helpful_count DESC,` : Prisma.empty} r.id DESC LIMIT ${take}`;
}

/** A review of the app, unless its author is hidden from the viewer. */
export async function findReview(
  { id, appId, viewerId }: { id: string; appId: string; viewerId: string },
  tx: Db = db(),
): Promise<ReviewRecord | null> {
  const rows = await tx.$queryRaw<ReviewRecord[]>`
    ${selectReviews(viewerId)}
     WHERE r.id = ${id}::uuid AND r.app_id = ${appId}::uuid AND r.author_id <> ALL (${hiddenPeople(viewerId)}::uuid[])`;
  return rows[0] ?? null;
}

export async function findReviewBy(
  authorId: string,
  appId: string,
  tx: Db = db(),
): Promise<ReviewRecord | null> {
  const rows = await tx.$queryRaw<ReviewRecord[]>`
    ${selectReviews(authorId)} WHERE r.app_id = ${appId}::uuid AND r.author_id = ${authorId}::uuid`;
  return rows[0] ?? null;
}

export async function insertReview(
  review: { id: string; appId: string; authorId: string; stars: number; text: string; at: Date },
  tx: Db,
): Promise<void> {
  const { id, appId, authorId, stars, text, at } = review;
  await tx.$executeRaw`
    INSERT INTO reviews (id, app_id, author_id, stars, text, version, created_at)
    SELECT ${id}::uuid, a.id, ${authorId}::uuid, ${stars}::smallint, ${text}, v.version, ${at}::timestamptz
      FROM apps a JOIN app_versions v ON v.id = a.current_version_id WHERE a.id = ${appId}::uuid`;
}

export async function updateReview(
  { id, stars, text, at }: { id: string; stars: number; text: string; at: Date },
  tx: Db,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE reviews r SET stars = ${stars}, text = ${text}, edited_at = ${at}, version = v.version
      FROM apps a JOIN app_versions v ON v.id = a.current_version_id
     WHERE r.id = ${id}::uuid AND a.id = r.app_id`;
}

/** @returns what the review was; null if there is none */
export async function deleteReviewRow(id: string, tx: Db): Promise<{ appId: string; stars: number } | null> {
  const rows = await tx.$queryRaw<{ appId: string; stars: number }[]>`
    DELETE FROM reviews WHERE id = ${id}::uuid RETURNING app_id AS "appId", stars`;
  return rows[0] ?? null;
}

/**
 * Counts a review with other stars, or a new or deleted one. The caller has locked the app's row.
 * @returns the app's reviews by stars
 */
export async function countStars(
  appId: string,
  { from, to }: { from: number | null; to: number | null },
  tx: Db,
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ starCounts: number[] }[]>`
    UPDATE apps SET star_counts = ARRAY(
      SELECT greatest(0, counted.n - (counted.stars = ${from ?? 0})::int + (counted.stars = ${to ?? 0})::int)
        FROM unnest(star_counts) WITH ORDINALITY AS counted (n, stars) ORDER BY counted.stars)
     WHERE id = ${appId}::uuid RETURNING star_counts AS "starCounts"`;
  return rows[0]?.starCounts ?? [];
}

/** Locks a review until the transaction ends. @returns false if it is gone */
export async function lockReview(id: string, tx: Db): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM reviews WHERE id = ${id}::uuid FOR UPDATE`;
  return rows.length > 0;
}

/** Adds or takes back a vote, and counts it; idempotent. The caller has locked the review. */
export async function setVote(
  { userId, reviewId, on }: { userId: string; reviewId: string; on: boolean },
  tx: Db,
): Promise<void> {
  const changed = on
    ? await tx.$executeRaw`
        INSERT INTO review_votes (user_id, review_id) VALUES (${userId}::uuid, ${reviewId}::uuid)
        ON CONFLICT DO NOTHING`
    : await tx.$executeRaw`
        DELETE FROM review_votes WHERE user_id = ${userId}::uuid AND review_id = ${reviewId}::uuid`;
  if (changed === 0) return;
  await tx.$executeRaw`
    UPDATE reviews SET helpful_count = greatest(0, helpful_count + ${on ? 1 : -1}) WHERE id = ${reviewId}::uuid`;
}

export async function findAnswer(
  { id, appId }: { id: string; appId: string },
  tx: Db,
): Promise<string | null> {
  const review = await tx.review.findFirst({ where: { id, appId }, select: { answer: true } });
  return review?.answer ?? null;
}

/** @param answer null deletes it @returns false if the app has no such review */
export async function setAnswer(
  { id, appId, answer, at }: { id: string; appId: string; answer: string | null; at: Date },
  tx: Db,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE reviews SET answer = ${answer}, answered_at = ${answer === null ? null : at}::timestamptz
     WHERE id = ${id}::uuid AND app_id = ${appId}::uuid`;
  return count > 0;
}
