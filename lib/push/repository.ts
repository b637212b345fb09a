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
 * The push service no longer knows it: nothing more is sent, and it is no device any more. The row stays with its session,
 * because only a browser that had one may send another in its place.
 */
export async function markGone(id: string): Promise<void> {
  await db().pushSubscription.updateMany({ where: { id }, data: { goneAt: new Date() } });
  await db().pushDelivery.deleteMany({ where: { subscriptionId: id } });
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

/** Cron job: deletes deliveries that are no longer news. @returns how many */
export async function deleteOldDeliveries(before: Date): Promise<number> {
  return (await db().pushDelivery.deleteMany({ where: { createdAt: { lt: before } } })).count;
}

/**
 * Creates a delivery of each notification for each of its recipient's devices, unless they want no push of its kind.
 * @param leaseUntil until then they are left to the caller
 */
export function insertDeliveries(
  notificationIds: string[],
  leaseUntil: Date,
): Promise<{ id: string; userId: string }[]> {
  return db().$queryRaw`
    INSERT INTO push_deliveries (id, subscription_id, notification_id, due_at)
    SELECT gen_random_uuid(), p.id, n.id, ${leaseUntil}
      FROM notifications n JOIN push_subscriptions p ON p.user_id = n.user_id
      JOIN sessions s ON s.id = p.session_id JOIN users u ON u.id = n.user_id
     WHERE n.id = ANY (${notificationIds}::uuid[]) AND n.kind <> ALL (u.quiet_push_kinds)
       AND p.gone_at IS NULL AND ${LIVE}
    ON CONFLICT (subscription_id, notification_id) DO NOTHING
    RETURNING id, (SELECT p.user_id FROM push_subscriptions p WHERE p.id = subscription_id) AS "userId"`;
}

/** Leases due deliveries, one for each device, so that none holds up the others. */
export function claimDeliveries({
  now,
  leaseUntil,
  limit,
}: {
  now: Date;
  leaseUntil: Date;
  limit: number;
}): Promise<{ id: string; userId: string }[]> {
  // The second condition on due_at is checked again after waiting for another process's lock of the row.
  return db().$queryRaw`
    UPDATE push_deliveries SET due_at = ${leaseUntil}
     WHERE due_at <= ${now} AND id IN (
       SELECT due.id FROM (
           SELECT DISTINCT ON (subscription_id) id, due_at FROM push_deliveries WHERE due_at <= ${now}
            ORDER BY subscription_id, due_at) due
        ORDER BY due.due_at LIMIT ${limit})
    RETURNING id, (SELECT p.user_id FROM push_subscriptions p WHERE p.id = subscription_id) AS "userId"`;
}

export type Delivery = PushTarget & {
  id: string;
  attempts: number;
  subscriptionId: string;
  language: string;
  userId: string;
  notificationId: string;
  kind: string;
};

/** A delivery, unless its device or person is gone, suspended or has read the notification or turned its kind off. */
export async function findDelivery(id: string): Promise<Delivery | null> {
  const rows = await db().$queryRaw<Delivery[]>`
    SELECT d.id, d.attempts, p.id AS "subscriptionId", p.endpoint, p.p256dh, p.auth, COALESCE(s.language, p.language) AS language,
           p.user_id AS "userId",
           n.id AS "notificationId", n.kind
      FROM push_deliveries d JOIN push_subscriptions p ON p.id = d.subscription_id
      JOIN notifications n ON n.id = d.notification_id
      JOIN sessions s ON s.id = p.session_id JOIN users u ON u.id = p.user_id
     WHERE d.id = ${id}::uuid AND p.gone_at IS NULL AND n.read_at IS NULL AND n.kind <> ALL (u.quiet_push_kinds) AND ${LIVE}`;
  return rows[0] ?? null;
}

export async function deleteDelivery(id: string): Promise<void> {
  await db().pushDelivery.deleteMany({ where: { id } });
}

export async function postponeDelivery(id: string, dueAt: Date): Promise<void> {
  await db().pushDelivery.updateMany({ where: { id }, data: { dueAt, attempts: { increment: 1 } } });
}

/** Leaves deliveries to the cron job. */
export async function releaseDeliveries(ids: string[]): Promise<void> {
  await db().pushDelivery.updateMany({ where: { id: { in: ids } }, data: { dueAt: new Date() } });
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
