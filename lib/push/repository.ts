import "server-only";
import { uuidv7 } from "uuidv7";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** SQL: session `s` of user `u` is live, and the user is not suspended. */
const LIVE = Prisma.sql`s.revoked_at IS NULL AND s.expires_at > now()
  AND (u.suspended_until IS NULL OR u.suspended_until <= now())`;

/** A person's devices, newest first. */
export function listSubscriptions(userId: string) {
  return db().$queryRaw<
    { id: string; sessionId: string; userAgent: string; createdAt: Date; lastSuccessAt: Date | null }[]
  >`
    SELECT p.id, p.session_id AS "sessionId", s.user_agent AS "userAgent", p.created_at AS "createdAt",
           p.last_success_at AS "lastSuccessAt"
      FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id JOIN users u ON u.id = p.user_id
     WHERE p.user_id = ${userId}::uuid AND p.gone_at IS NULL AND ${LIVE} ORDER BY p.id DESC`;
}

/** That of a session, to send to. */
export function findSubscription(sessionId: string): Promise<(PushTarget & { id: string }) | null> {
  return db().pushSubscription.findUnique({
    where: { sessionId, goneAt: null },
    select: { id: true, endpoint: true, p256dh: true, auth: true },
  });
}

/** Whether the session has one, even one that the push service no longer knows. Locks it. */
export async function lockSubscription(
  { id, sessionId }: { id: string; sessionId: string },
  tx: Db,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM push_subscriptions WHERE user_id = ${id}::uuid AND session_id = ${sessionId}::uuid FOR UPDATE`;
  return rows.length > 0;
}

/**
 * Saves the subscription of a session instead of the one that it had. Whoever signs in with the same browser later has
 * the same endpoint and keys: it moves to their session.
 * @returns false if the endpoint is known with other keys, so it is somebody else's
 */
export async function saveSubscription(
  subscription: PushTarget & { userId: string; sessionId: string; language: string },
  tx: Db,
): Promise<boolean> {
  const { sessionId, endpoint, p256dh, auth } = subscription;
  await tx.pushSubscription.deleteMany({ where: { OR: [{ sessionId }, { endpoint, p256dh, auth }] } });
  const { count } = await tx.pushSubscription.createMany({
    data: [{ id: uuidv7(), ...subscription }],
    skipDuplicates: true,
  });
  return count > 0;
}

/**
 * The push service has dropped the subscription: nothing more is sent, and the device is not listed any more.
 * The row stays with its session, because only a browser that had one may send another in its place.
 */
export async function markGone(id: string): Promise<void> {
  await db().pushSubscription.updateMany({ where: { id }, data: { goneAt: new Date() } });
}

/** @returns how many: 0 if the person has no such device */
export async function deleteSubscription({ id, userId }: { id: string; userId?: string }): Promise<number> {
  const { count } = await db().pushSubscription.deleteMany({ where: { id, ...(userId && { userId }) } });
  return count;
}

/** Cron job: deletes subscriptions of ended sessions and suspended people. @returns how many */
export function deleteEndedSubscriptions(limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM push_subscriptions WHERE id IN (
      SELECT p.id FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id JOIN users u ON u.id = p.user_id
       WHERE NOT (${LIVE}) LIMIT ${limit})`;
}

export type PushJob = { subscriptionId: string; notificationId: string };

/** The devices of the recipients of notifications, unless they want no push of the kind. */
export function listTargets(notificationIds: string[], client: Db = db()): Promise<PushJob[]> {
  return client.$queryRaw`
    SELECT p.id AS "subscriptionId", n.id AS "notificationId"
      FROM notifications n JOIN push_subscriptions p ON p.user_id = n.user_id
      JOIN sessions s ON s.id = p.session_id JOIN users u ON u.id = n.user_id
     WHERE n.id = ANY (${notificationIds}::uuid[]) AND n.kind <> ALL (u.quiet_push_kinds)
       AND p.gone_at IS NULL AND ${LIVE}`;
}

/** Takes rows of PushDelivery that nobody has leased. */
export function deleteLeftDeliveries(limit: number, tx: Db): Promise<(PushJob & { isNews: boolean })[]> {
  return tx.$queryRaw`
    DELETE FROM push_deliveries WHERE id IN (
      SELECT id FROM push_deliveries WHERE due_at < now() - interval '2 minutes' LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING subscription_id AS "subscriptionId", notification_id AS "notificationId",
              created_at > now() - interval '1 day' AS "isNews"`;
}

export type Delivery = PushTarget &
  PushJob & { language: string; userId: string; kind: string; createdAt: Date };

/** What a job needs, unless its device or person is gone, suspended or has read the notification or turned its kind off. */
export async function findDelivery({ subscriptionId, notificationId }: PushJob): Promise<Delivery | null> {
  const rows = await db().$queryRaw<Delivery[]>`
    SELECT p.id AS "subscriptionId", p.endpoint, p.p256dh, p.auth, COALESCE(s.language, p.language) AS language,
           p.user_id AS "userId", n.id AS "notificationId", n.kind, n.created_at AS "createdAt"
      FROM push_subscriptions p JOIN notifications n ON n.user_id = p.user_id
      JOIN sessions s ON s.id = p.session_id JOIN users u ON u.id = p.user_id
     WHERE p.id = ${subscriptionId}::uuid AND n.id = ${notificationId}::uuid
       AND p.gone_at IS NULL AND n.read_at IS NULL AND n.kind <> ALL (u.quiet_push_kinds) AND ${LIVE}`;
  return rows[0] ?? null;
}

export async function markSuccess(subscriptionId: string): Promise<void> {
  await db().pushSubscription.updateMany({
    where: { id: subscriptionId },
    data: { failures: 0, lastSuccessAt: new Date() },
  });
}

/** Counts a message that failed for good; deletes the subscription with `max` in a row. */
export async function countFailure(subscriptionId: string, max: number): Promise<void> {
  await db().pushSubscription.updateMany({
    where: { id: subscriptionId },
    data: { failures: { increment: 1 } },
  });
  await db().pushSubscription.deleteMany({ where: { id: subscriptionId, failures: { gte: max } } });
}
