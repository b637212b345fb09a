import "server-only";
import { KINDS, NOTIFICATION_KINDS, type InstanceKind, type NotificationKind } from "./kinds";
import { NOTICES_PER_HOUR } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import { blockedPeople, hiddenPeople } from "@/lib/posts/card-repository";
import { EMOJIS, reactionKinds, tableOf } from "@/lib/shared/reactions";
import { idBefore } from "@/lib/shared/time-id";

const HOUR_MS = 3_600_000;
const KINDS_OF_POSTS = NOTIFICATION_KINDS.filter((kind) => KINDS[kind].isOfPost);

type NewNotification = {
  kind: NotificationKind;
  actorId: string;
  /** `id` is that of the notification to store. */
  recipients: { id: string; userId: string }[];
  postId?: string;
  commentId?: string;
  appId?: string;
  createdAt: Date;
};

/** The deduplication key: one notification per recipient, kind, actor and subject. */
export function notificationKey({
  userId,
  kind,
  actorId,
  subject,
}: {
  userId: Prisma.Sql;
  kind: NotificationKind;
  actorId: string;
  subject: Prisma.Sql;
}): Prisma.Sql {
  return Prisma.sql`${userId} || ${`:${kind}:${actorId}:`} || ${subject}`;
}

/** SQL: the person has not turned off notifications of this kind. */
export function wantsKind(userId: Prisma.Sql, kind: NotificationKind): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT 1 FROM users w WHERE w.id = ${userId} AND ${kind} = ANY (w.quiet_kinds))`;
}

/** The muted words of these people. */
export function findMutedWords(
  userIds: string[],
  client: Db = db(),
): Promise<{ id: string; mutedWords: string[] }[]> {
  return client.$queryRaw`
    SELECT id, muted_words AS "mutedWords" FROM users
     WHERE id = ANY (${userIds}::uuid[]) AND cardinality(muted_words) > 0`;
}

/** SQL: the person `n.user_id` may see the post, and what its reader did with it. */
function mayBeNotifiedOf(postId: string, actorId: string): Prisma.Sql {
  const author = Prisma.sql`(SELECT p.author_id FROM posts p WHERE p.id = ${postId}::uuid)`;
  const viewer = Prisma.sql`n.user_id`;
  return Prisma.sql`${maySeePostsOf(Prisma.sql`${actorId}::uuid`, viewer)} AND ${maySeePostsOf(author, viewer)}`;
}

/**
 * Stores a notification for each recipient except the actor and people who block, are blocked by, or mute the actor,
 * or do not want this kind, or may not see the post.
 * Ignores duplicates (see notificationKey).
 * @returns the stored notifications
 */
export async function insertNotifications(
  { kind, actorId, recipients, postId, commentId, appId, createdAt }: NewNotification,
  client: Db = db(),
): Promise<{ id: string; userId: string }[]> {
  if (recipients.length === 0) return [];
  const subject = Prisma.sql`${commentId ?? postId ?? appId ?? ""}`;
  const key = notificationKey({ userId: Prisma.sql`n.user_id`, kind, actorId, subject });
  return client.$queryRaw<{ id: string; userId: string }[]>`
    INSERT INTO notifications (id, user_id, kind, actor_id, post_id, comment_id, app_id, dedupe_key, created_at)
    SELECT n.id, n.user_id, ${kind}, ${actorId}::uuid, ${postId ?? null}::uuid, ${commentId ?? null}::uuid,
           ${appId ?? null}::uuid, ${key}, ${createdAt}
      FROM unnest(${recipients.map(({ id }) => id)}::uuid[], ${recipients.map(({ userId }) => userId)}::uuid[])
             AS n (id, user_id)
     WHERE n.user_id <> ${actorId}::uuid
       AND n.user_id <> ALL (${blockedPeople(actorId)}::uuid[])
       AND NOT EXISTS (SELECT 1 FROM mutes WHERE muter_id = n.user_id AND muted_id = ${actorId}::uuid)
       AND ${wantsKind(Prisma.sql`n.user_id`, kind)}
       ${postId ? Prisma.sql`AND ${mayBeNotifiedOf(postId, actorId)}` : Prisma.empty}
    ON CONFLICT (dedupe_key) DO NOTHING
    RETURNING id, user_id AS "userId"`;
}

export type NewRoomNotice = {
  roomId: string;
  appId: string;
  postId: string | null;
  /** Of the update. */
  serial: number;
  actorId: string;
  href: string | null;
  recipients: { id: string; userId: string; text: string }[];
  createdAt: Date;
};

/**
 * Stores what an app says in a room, for each recipient who may see the app, who has not turned its notifications off, who has
 * not had NOTICES_PER_HOUR of it, and whom insertNotifications would not leave out.
 * @param tx a transaction: what an app says at the same time in several rooms is counted one after the other
 */
export async function insertRoomNotices(
  { roomId, appId, postId, serial, actorId, href, recipients, createdAt }: NewRoomNotice,
  tx: Db,
): Promise<{ id: string; userId: string }[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`room-notices:${appId}`}, 0))`;
  const hourAgo = idBefore(new Date(createdAt.getTime() - HOUR_MS));
  const texts = recipients.map(({ text }) => text);
  return tx.$queryRaw<{ id: string; userId: string }[]>`
    INSERT INTO notifications (id, user_id, kind, actor_id, post_id, app_id, room_id, text, href, dedupe_key, created_at)
    SELECT n.id, n.user_id, 'room', ${actorId}::uuid, ${postId}::uuid, ${appId}::uuid, ${roomId}::uuid, n.text, ${href},
           n.user_id || ${`:room:${roomId}:${serial}`}, ${createdAt}
      FROM unnest(${recipients.map(({ id }) => id)}::uuid[], ${recipients.map(({ userId }) => userId)}::uuid[],
                  ${texts}::text[]) AS n (id, user_id, text)
      JOIN apps a ON a.id = ${appId}::uuid AND a.deleted_at IS NULL AND (a.is_public OR a.owner_id = n.user_id)
     WHERE n.user_id <> ${actorId}::uuid
       AND n.user_id <> ALL (${blockedPeople(actorId)}::uuid[])
       AND NOT EXISTS (SELECT 1 FROM mutes WHERE muter_id = n.user_id AND muted_id = ${actorId}::uuid)
       AND ${wantsKind(Prisma.sql`n.user_id`, "room")}
       AND NOT EXISTS (SELECT 1 FROM notification_opt_outs o WHERE o.user_id = n.user_id AND o.app_id = a.id)
       AND (SELECT count(*) FROM notifications r WHERE r.user_id = n.user_id AND r.id >= ${hourAgo}::uuid
              AND r.kind = 'room' AND r.app_id = a.id) < ${NOTICES_PER_HOUR}
    ON CONFLICT (dedupe_key) DO NOTHING
    RETURNING id, user_id AS "userId"`;
}

export type NewOwnNotice = {
  id: string;
  kind: InstanceKind;
  userId: string;
  /** One of these is its subject. */
  decisionId?: string;
  reportId?: string;
  appId?: string;
  draftId?: string;
  text?: string;
};

/**
 * A notification from the instance itself: the actor is the recipient, so that moderators stay anonymous. It replaces
 * an earlier one about the same subject.
 */
export async function insertOwnNotice({ draftId, ...notice }: NewOwnNotice, tx: Db): Promise<void> {
  const { userId, kind, decisionId, reportId, appId } = notice;
  const dedupeKey = `${userId}:${kind}:${decisionId ?? reportId ?? appId ?? draftId ?? ""}`;
  await tx.notification.deleteMany({ where: { dedupeKey } });
  await tx.notification.create({
    data: { ...notice, actorId: userId, dedupeKey },
    select: { id: true },
  });
}

/** SQL: what a notification shows of a post. Nothing of a post that moderators labelled, if its author gave no warning. */
const excerptSql = (posts: "shown" | "reply"): Prisma.Sql => {
  const row = Prisma.raw(posts);
  return Prisma.sql`COALESCE(NULLIF(${row}.warning, ''), CASE WHEN ${row}.label IS NULL THEN ${row}.body END)`;
};

/** SQL: what a notification shows of the review `v`, its stars and text, or of its answer. */
const REVIEW_EXCERPT = Prisma.sql`CASE n.kind WHEN 'app_review'
  THEN trim(repeat('★', v.stars) || repeat('☆', 5 - v.stars) || ' ' || v.text) ELSE v.answer END`;

export type NotificationRecord = {
  id: string;
  kind: NotificationKind;
  createdAt: Date;
  readAt: Date | null;
  actorId: string;
  actorUsername: string;
  actorDisplayName: string;
  actorAvatarKey: string | null;
  postId: string | null;
  postBody: string | null;
  postImageKey: string | null;
  commentId: string | null;
  commentContent: string | null;
  appId: string | null;
  appName: string | null;
  appIconKey: string | null;
  roomId: string | null;
  text: string | null;
  href: string | null;
  /** The actor's latest reaction. */
  emoji: string | null;
  decisionId: string | null;
  decisionAction: string | null;
  isDecisionUndone: boolean | null;
  reportId: string | null;
  isReportUpheld: boolean | null;
};

const WHILE_REACTED = Prisma.raw(
  reactionKinds()
    .map(
      (kind) => `WHEN '${kind}' THEN
      EXISTS (SELECT 1 FROM ${tableOf(kind)} r WHERE r.user_id = n.actor_id AND r.post_id = n.post_id)`,
    )
    .join("\n"),
);

/**
 * SQL for rows `n`: those of the viewer. Leaves out reactions and follows that were undone, hidden people and apps,
 * and, while an upgrade is under way, kinds that only the newer release knows.
 */
export function currentNotifications(viewerId: string): Prisma.Sql {
  return Prisma.sql`n.user_id = ${viewerId}::uuid AND n.actor_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
    AND n.kind = ANY (${NOTIFICATION_KINDS}::text[])
    AND (n.app_id IS NULL OR EXISTS (SELECT 1 FROM apps x WHERE x.id = n.app_id AND x.deleted_at IS NULL
      AND (x.is_public OR x.owner_id = n.user_id)))
    AND (n.kind <> ALL (${KINDS_OF_POSTS}::text[]) OR n.post_id IS NULL
      OR ${maySeePostsOf(Prisma.sql`n.actor_id`, viewerId)})
    AND (n.post_id IS NULL
      OR ${maySeePostsOf(Prisma.sql`(SELECT z.author_id FROM posts z WHERE z.id = n.post_id)`, viewerId)})
    AND CASE n.kind
      ${WHILE_REACTED}
      WHEN 'app_like' THEN EXISTS (SELECT 1 FROM app_likes l WHERE l.user_id = n.actor_id AND l.app_id = n.app_id)
      WHEN 'app_review' THEN EXISTS (SELECT 1 FROM reviews v WHERE v.app_id = n.app_id AND v.author_id = n.actor_id)
      WHEN 'review_answer' THEN EXISTS (
        SELECT 1 FROM reviews v WHERE v.app_id = n.app_id AND v.author_id = n.user_id AND v.answer IS NOT NULL)
      WHEN 'follow' THEN EXISTS (
        SELECT 1 FROM follows f WHERE f.follower_id = n.actor_id AND f.followee_id = n.user_id)
      WHEN 'follow_request' THEN EXISTS (
        SELECT 1 FROM follow_requests f WHERE f.follower_id = n.actor_id AND f.followee_id = n.user_id)
      WHEN 'follow_accepted' THEN EXISTS (
        SELECT 1 FROM follows f WHERE f.follower_id = n.user_id AND f.followee_id = n.actor_id)
      ELSE true END`;
}

/** A person's notifications, newest first, not grouped. A reply is the comment on the post that it replies to. */
export function listNotifications({
  viewerId,
  after,
  take,
  kinds,
}: {
  viewerId: string;
  after: string | undefined;
  take: number;
  /** All by default. */
  kinds?: readonly NotificationKind[] | undefined;
}): Promise<NotificationRecord[]> {
  const ofKinds = kinds ? Prisma.sql`AND n.kind = ANY (${[...kinds]}::text[])` : Prisma.empty;
  return db().$queryRaw<NotificationRecord[]>`
    SELECT n.id, n.kind, n.created_at AS "createdAt", n.read_at AS "readAt",
           u.id AS "actorId", u.username AS "actorUsername", u.display_name AS "actorDisplayName",
           u.avatar_key AS "actorAvatarKey",
           shown.id AS "postId", left(${excerptSql("shown")}, 200) AS "postBody",
           (SELECT m.file_key FROM media m WHERE m.post_id = shown.id AND NOT shown.sensitive AND shown.warning = '' AND shown.label IS NULL
             ORDER BY m.position LIMIT 1) AS "postImageKey",
           COALESCE(c.id, reply.id, v.id) AS "commentId",
           left(COALESCE(c.content, ${excerptSql("reply")}, ${REVIEW_EXCERPT}), 200) AS "commentContent",
           a.id AS "appId", a.name AS "appName", a.icon_key AS "appIconKey", n.room_id AS "roomId", n.text, n.href,
           CASE WHEN n.kind = 'emoji' THEN (SELECT e.emoji FROM ${Prisma.raw(EMOJIS.table)} e
             WHERE e.user_id = n.actor_id AND e.post_id = n.post_id ORDER BY e.id DESC LIMIT 1) END AS emoji,
           d.id AS "decisionId", d.action AS "decisionAction", d.undone_at IS NOT NULL AS "isDecisionUndone",
           r.id AS "reportId", r.is_upheld AS "isReportUpheld"
      FROM notifications n JOIN users u ON u.id = n.actor_id
      LEFT JOIN decisions d ON d.id = n.decision_id LEFT JOIN reports r ON r.id = n.report_id
      LEFT JOIN comments c ON c.id = n.comment_id
      LEFT JOIN posts reply ON reply.id = n.post_id AND reply.parent_id IS NOT NULL AND n.kind IN ('comment', 'mention')
      LEFT JOIN posts shown ON shown.id = COALESCE(reply.parent_id, n.post_id)
       AND ${maySeePostsOf(Prisma.sql`shown.author_id`, viewerId)}
       AND shown.author_id <> ALL (${blockedPeople(viewerId)}::uuid[])
      LEFT JOIN apps a ON a.id = n.app_id
      LEFT JOIN reviews v ON n.kind IN ('app_review', 'review_answer') AND v.app_id = n.app_id
       AND v.author_id = CASE n.kind WHEN 'app_review' THEN n.actor_id ELSE n.user_id END
     WHERE n.id < ${after ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}::uuid AND ${currentNotifications(viewerId)} ${ofKinds}
     ORDER BY n.id DESC LIMIT ${take}`;
}

/** How many notifications a person has not read, capped at 100. Scans at most 400 that no longer count. */
export async function countUnread(viewerId: string): Promise<number> {
  const rows = await readRows<{ unread: number }>(Prisma.sql`
    SELECT count(*)::int AS unread FROM (
      SELECT 1 FROM (
          SELECT * FROM notifications WHERE user_id = ${viewerId}::uuid AND read_at IS NULL LIMIT 500) n
       WHERE ${currentNotifications(viewerId)} LIMIT 100) AS unread`);
  return rows[0]?.unread ?? 0;
}

/** Marks notifications as read, up to and including `upTo`. @returns which */
export async function markNotificationsRead(
  viewerId: string,
  upTo: string | undefined,
): Promise<{ id: string }[]> {
  return db().$queryRaw`
    UPDATE notifications SET read_at = now()
     WHERE user_id = ${viewerId}::uuid AND read_at IS NULL
       AND id <= ${upTo ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}::uuid RETURNING id`;
}

/** Unread notifications after the id `from`, oldest first, for a stream that resumes. */
export function listNotificationsSince(
  viewerId: string,
  from: string,
  take: number,
): Promise<{ id: string; kind: NotificationKind }[]> {
  return db().$queryRaw`
    SELECT n.id, n.kind FROM notifications n
     WHERE n.id > ${from}::uuid AND n.read_at IS NULL AND ${currentNotifications(viewerId)} ORDER BY n.id LIMIT ${take}`;
}

/** Cron job: deletes older notifications, read or not. @returns how many */
export function deleteOldNotifications(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE id < ${idBefore(before)}::uuid ORDER BY id LIMIT ${limit})`;
}
