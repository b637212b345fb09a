import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { notificationKey, wantsKind } from "@/lib/notifications/repository";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import type { UserShortRecord } from "@/lib/people/repository";
import { EMOJIS, REACTIONS, tableOf, type ReactionKind } from "@/lib/shared/reactions";
import { blockedPeople, hiddenPeople } from "./card-repository";
import type { PostTotals } from "./contract";
import { COUNTED_AT, COUNTS } from "./counts-repository";
import { EMOJIS_PER_PERSON, EMOJIS_PER_POST } from "./emoji-rules";
import { TOTALS } from "./totals";

export type ReactionRow = PostTotals & {
  authorId: string;
  /** See COUNTED_AT; null if nothing changed. */
  countedAt: number | null;
  /** Whether the author was notified. */
  notified: boolean;
};

type NewReaction = {
  userId: string;
  postId: string;
  /** The id of the repost, and of the author's notification, if there is one. */
  id: string;
  createdAt: Date;
  /** For the kind `emoji`. */
  emoji?: string | undefined;
};

type Made = Pick<NewReaction, "userId" | "postId" | "emoji">;

/** SQL that adds `by` to the counter in the row `p`. */
function counted(kind: ReactionKind, by: 1 | -1, { emoji }: Made): Prisma.Sql {
  const counter = Prisma.raw(kind === "emoji" ? EMOJIS.counter : `${REACTIONS[kind].total}_count`);
  if (kind !== "emoji") return Prisma.sql`${counter} = p.${counter} + ${by}`;
  const number = Prisma.sql`COALESCE((p.${counter} ->> ${emoji}::text)::int, 0) + ${by}`;
  return Prisma.sql`${counter} = CASE WHEN ${number} > 0
    THEN p.${counter} || jsonb_build_object(${emoji}::text, ${number}) ELSE p.${counter} - ${emoji}::text END`;
}

/** SQL that inserts the row for the CTE `post`. */
function inserted(kind: ReactionKind, { id, userId, postId, createdAt, emoji }: NewReaction): Prisma.Sql {
  const table = Prisma.raw(tableOf(kind));
  switch (kind) {
    case "repost":
      return Prisma.sql`
        INSERT INTO ${table} (id, user_id, post_id, created_at)
        SELECT ${id}::uuid, ${userId}::uuid, id, ${createdAt} FROM post`;
    case "emoji":
      return Prisma.sql`
        INSERT INTO ${table} (id, user_id, post_id, emoji)
        SELECT ${id}::uuid, ${userId}::uuid, id, ${emoji} FROM post
         WHERE (jsonb_exists(emojis, ${emoji}) OR
                (SELECT count(*) FROM jsonb_object_keys(emojis)) < ${EMOJIS_PER_POST})
           AND (SELECT count(*) FROM ${table}
                 WHERE user_id = ${userId}::uuid AND post_id = ${postId}::uuid) < ${EMOJIS_PER_PERSON}`;
    default:
      return Prisma.sql`INSERT INTO ${table} (user_id, post_id) SELECT ${userId}::uuid, id FROM post`;
  }
}

/** SQL for the ReactionRow of the CTEs `post` and `counted`. */
const RESULT = Prisma.sql`
  SELECT p.author_id AS "authorId", ${Prisma.raw(
    [...TOTALS, "emojis"].map((name) => `COALESCE(c.${name}, p.${name}) AS ${name}`).join(),
  )}, c.at AS "countedAt"`;

function visiblePost(userId: string, postId: string): Prisma.Sql {
  return Prisma.sql`SELECT p.id, p.author_id, ${COUNTS} FROM posts p
    WHERE p.id = ${postId}::uuid AND p.author_id <> ALL (${blockedPeople(userId)}::uuid[])
      AND ${maySeePostsOf(Prisma.sql`p.author_id`, userId)}`;
}

/**
 * Adds a like, repost or emoji, counts it and notifies the author, unless it is their own post, they mute the actor,
 * have turned it off, or were already notified. Idempotent. Null if the viewer may not see the post.
 */
export async function insertReaction(
  kind: ReactionKind,
  reaction: NewReaction,
  client: Db = db(),
): Promise<ReactionRow | null> {
  const { userId, postId, id, createdAt } = reaction;
  const key = notificationKey({
    userId: Prisma.sql`author_id`,
    kind,
    actorId: userId,
    subject: Prisma.sql`id`,
  });
  const rows = await client.$queryRaw<ReactionRow[]>`
    WITH post AS (${visiblePost(userId, postId)}),
    made AS (${inserted(kind, reaction)} ON CONFLICT DO NOTHING RETURNING post_id),
    counted AS (
      UPDATE posts p SET ${counted(kind, 1, reaction)} WHERE p.id = (SELECT post_id FROM made)
      RETURNING ${COUNTS}, ${COUNTED_AT} AS at),
    notified AS (
      INSERT INTO notifications (id, user_id, kind, actor_id, post_id, dedupe_key, created_at)
      SELECT ${id}::uuid, author_id, ${kind}, ${userId}::uuid, id, ${key}, ${createdAt} FROM post
       WHERE EXISTS (SELECT 1 FROM made) AND author_id <> ${userId}::uuid
         AND NOT EXISTS (SELECT 1 FROM mutes WHERE muter_id = author_id AND muted_id = ${userId}::uuid)
         AND ${wantsKind(Prisma.sql`author_id`, kind)}
         AND ${maySeePostsOf(Prisma.sql`${userId}::uuid`, Prisma.sql`author_id`)}
      ON CONFLICT (dedupe_key) DO NOTHING RETURNING id)
    ${RESULT}, EXISTS (SELECT 1 FROM notified) AS notified FROM post p LEFT JOIN counted c ON true`;
  return rows[0] ?? null;
}

/** Removes a reaction, also from a post that the viewer no longer sees. Idempotent. Null for any other such post. */
export async function deleteReaction(kind: ReactionKind, reaction: Made): Promise<ReactionRow | null> {
  const { userId, postId, emoji } = reaction;
  const table = Prisma.raw(tableOf(kind));
  const rows = await db().$queryRaw<ReactionRow[]>`
    WITH post AS (
      ${visiblePost(userId, postId)}
      UNION
      SELECT p.id, p.author_id, ${COUNTS} FROM posts p JOIN ${table} r ON r.post_id = p.id
       WHERE p.id = ${postId}::uuid AND r.user_id = ${userId}::uuid),
    gone AS (
      DELETE FROM ${table} WHERE user_id = ${userId}::uuid AND post_id = (SELECT id FROM post)
         ${kind === "emoji" ? Prisma.sql`AND emoji = ${emoji}` : Prisma.empty} RETURNING post_id),
    counted AS (
      UPDATE posts p SET ${counted(kind, -1, reaction)} WHERE p.id = (SELECT post_id FROM gone)
      RETURNING ${COUNTS}, ${COUNTED_AT} AS at)
    ${RESULT}, false AS notified FROM post p LEFT JOIN counted c ON true`;
  return rows[0] ?? null;
}

export async function listOwnEmojis(userId: string, postId: string): Promise<string[]> {
  const rows = await db().postEmoji.findMany({ where: { userId, postId }, select: { emoji: true } });
  return rows.map(({ emoji }) => emoji);
}

/** Who reacted, newest first, without people hidden from the viewer. */
export function listEmojiPeople({
  viewerId,
  postId,
  after,
  take,
}: {
  viewerId: string;
  postId: string;
  after: string | undefined;
  take: number;
}): Promise<(UserShortRecord & { reactionId: string; emoji: string })[]> {
  return db().$queryRaw`
    SELECT e.id AS "reactionId", e.emoji, u.id, u.username, u.display_name AS "displayName", u.avatar_key AS "avatarKey"
      FROM post_emojis e JOIN users u ON u.id = e.user_id
     WHERE e.post_id = ${postId}::uuid AND e.id < ${after ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}::uuid
       AND e.user_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
       AND ${maySeePostsOf(Prisma.sql`e.user_id`, viewerId)}
     ORDER BY e.id DESC LIMIT ${take}`;
}
