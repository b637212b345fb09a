import "server-only";
import type { NotificationKind } from "./rules";
import { NOTICES_PER_HOUR } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import { blockedPeople, hiddenPeople } from "@/lib/posts/card-repository";
import { idBefore } from "@/lib/shared/time-id";

const HOUR_MS = 3_600_000;

export type NewNotification = {
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

/** SQL: the person has not turned notifications of this kind off. */
export function wantsKind(userId: Prisma.Sql, kind: NotificationKind): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT 1 FROM users w WHERE w.id = ${userId} AND ${kind} = ANY (w.quiet_kinds))`;
}

/** The muted words of those of these people who have some. */
export function findMutedWords(
  userIds: string[],
  client: Db = db(),
): Promise<{ id: string; mutedWords: string[] }[]> {
  return client.$queryRaw`
    SELECT id, muted_words AS "mutedWords" FROM users
     WHERE id = ANY (${userIds}::uuid[]) AND cardinality(muted_words) > 0`;
}

/**
 * Stores a notification for each recipient except the actor and people who block, are blocked by, or mute the actor,
 * or do not want this kind.
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

/** Its actor is the recipient: moderators are not named. A later one about the same takes the place of the earlier. */
export async function insertModerationNotice(
  notice: {
    id: string;
    kind: NotificationKind;
    userId: string;
    decisionId?: string;
    reportId?: string;
  },
  tx: Db,
): Promise<void> {
  const { userId, kind, decisionId, reportId } = notice;
  const dedupeKey = `${userId}:${kind}:${decisionId ?? reportId ?? ""}`;
  await tx.notification.deleteMany({ where: { dedupeKey } });
  await tx.notification.create({
    data: { ...notice, actorId: userId, dedupeKey },
    select: { id: true },
  });
}

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
  decisionId: string | null;
  decisionAction: string | null;
  isDecisionUndone: boolean | null;
  reportId: string | null;
  isReportUpheld: boolean | null;
};

/** Leaves out likes, reposts and follows that were taken back, and hidden people and apps. */
function isCurrent(viewerId: string): Prisma.Sql {
  return Prisma.sql`n.user_id = ${viewerId}::uuid AND n.actor_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
    AND (n.app_id IS NULL OR EXISTS (SELECT 1 FROM apps x WHERE x.id = n.app_id AND x.deleted_at IS NULL
      AND (x.is_public OR x.owner_id = n.user_id)))
    AND CASE n.kind
      WHEN 'like' THEN EXISTS (SELECT 1 FROM likes l WHERE l.user_id = n.actor_id AND l.post_id = n.post_id)
      WHEN 'repost' THEN EXISTS (SELECT 1 FROM reposts r WHERE r.user_id = n.actor_id AND r.post_id = n.post_id)
      WHEN 'app_like' THEN EXISTS (SELECT 1 FROM app_likes l WHERE l.user_id = n.actor_id AND l.app_id = n.app_id)
      WHEN 'follow' THEN EXISTS (
        SELECT 1 FROM follows f WHERE f.follower_id = n.actor_id AND f.followee_id = n.user_id)
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
           shown.id AS "postId", left(COALESCE(NULLIF(shown.warning, ''), shown.body), 200) AS "postBody",
           (SELECT m.file_key FROM media m WHERE m.post_id = shown.id AND NOT shown.sensitive AND shown.warning = ''
             ORDER BY m.position LIMIT 1) AS "postImageKey",
           COALESCE(c.id, reply.id) AS "commentId", left(COALESCE(c.content, NULLIF(reply.warning, ''), reply.body), 200) AS "commentContent",
           a.id AS "appId", a.name AS "appName", a.icon_key AS "appIconKey", n.room_id AS "roomId", n.text, n.href,
           d.id AS "decisionId", d.action AS "decisionAction", d.undone_at IS NOT NULL AS "isDecisionUndone",
           r.id AS "reportId", r.is_upheld AS "isReportUpheld"
      FROM notifications n JOIN users u ON u.id = n.actor_id
      LEFT JOIN decisions d ON d.id = n.decision_id LEFT JOIN reports r ON r.id = n.report_id
      LEFT JOIN comments c ON c.id = n.comment_id
      LEFT JOIN posts reply ON reply.id = n.post_id AND reply.parent_id IS NOT NULL AND n.kind IN ('comment', 'mention')
      LEFT JOIN posts shown ON shown.id = COALESCE(reply.parent_id, n.post_id)
      LEFT JOIN apps a ON a.id = n.app_id
     WHERE n.id < ${after ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}::uuid AND ${isCurrent(viewerId)} ${ofKinds}
     ORDER BY n.id DESC LIMIT ${take}`;
}

/** How many notifications a person has not read; 100 means 100 or more. */
export async function countUnread(viewerId: string): Promise<number> {
  const rows = await readRows<{ unread: number }>(Prisma.sql`
    SELECT count(*)::int AS unread FROM (
      SELECT 1 FROM notifications n WHERE n.read_at IS NULL AND ${isCurrent(viewerId)} LIMIT 100) AS unread`);
  return rows[0]?.unread ?? 0;
}

/** Marks notifications as read, up to and including `upTo`. @returns how many */
export async function markNotificationsRead(viewerId: string, upTo: string | undefined): Promise<number> {
  return db().$executeRaw`
    UPDATE notifications SET read_at = now()
     WHERE user_id = ${viewerId}::uuid AND read_at IS NULL
       AND id <= ${upTo ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}::uuid`;
}

/** Unread notifications after the id `from`, oldest first, for a stream that resumes. */
export function listNotificationsSince(
  viewerId: string,
  from: string,
  take: number,
): Promise<{ id: string; kind: NotificationKind }[]> {
  return db().$queryRaw`
    SELECT n.id, n.kind FROM notifications n
     WHERE n.id > ${from}::uuid AND n.read_at IS NULL AND ${isCurrent(viewerId)} ORDER BY n.id LIMIT ${take}`;
}
