import "server-only";
import { db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";

/** Opens a ledger entry. @returns false if this run has already sent this request */
export async function insertCall(call: {
  id: string;
  userId: string;
  appId: string;
  runId: string;
  requestId: string;
  host: string;
  method: string;
  bytesUp: number;
}): Promise<boolean> {
  try {
    await db().egressCall.create({ data: call, select: { id: true } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Closes the ledger entry of a call that was made, and counts it in the totals of the app. */
export async function finishAllowedCall(
  id: string,
  { status, bytesDown }: { status: number; bytesDown: number },
): Promise<void> {
  await db().$executeRaw`
    WITH done AS (
      UPDATE egress_calls SET decision = 'allowed', status = ${status}, bytes_down = ${bytesDown} WHERE id = ${id}::uuid
      RETURNING app_id, host, bytes_up)
    INSERT INTO egress_totals AS t (app_id, host, day, calls, bytes_up, bytes_down)
    SELECT app_id, host, (now() AT TIME ZONE 'UTC')::date, 1, bytes_up, ${bytesDown} FROM done
    ON CONFLICT (app_id, host, day) DO UPDATE
      SET calls = t.calls + 1, bytes_up = t.bytes_up + excluded.bytes_up, bytes_down = t.bytes_down + excluded.bytes_down`;
}

/** Closes a ledger entry. */
export async function finishCall(
  id: string,
  outcome: { decision: string; status: number | null; bytesDown: number },
): Promise<void> {
  await db().egressCall.update({ where: { id }, data: outcome, select: { id: true } });
}

/** Reads the newest `limit` + 1 calls that an app made for a user, older than `before` if given. */
export async function listCalls({
  userId,
  appId,
  before,
  limit,
}: {
  userId: string;
  appId: string;
  before: string | undefined;
  limit: number;
}) {
  return db().egressCall.findMany({
    where: { userId, appId, ...(before && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
    select: {
      id: true,
      host: true,
      method: true,
      decision: true,
      status: true,
      bytesUp: true,
      bytesDown: true,
      createdAt: true,
    },
  });
}

/** Reads the hosts that a user allows an app to reach. */
export async function listConsentedHosts(userId: string, appId: string): Promise<string[]> {
  const where = { userId_appId: { userId, appId } };
  const consent = await db().egressConsent.findUnique({ where, select: { hosts: true } });
  return consent?.hosts ?? [];
}

/** Replaces the hosts that a user allows an app to reach; an empty list revokes the consent. */
export async function saveConsent(userId: string, appId: string, hosts: string[]): Promise<void> {
  if (hosts.length === 0) {
    await db().egressConsent.deleteMany({ where: { userId, appId } });
    return;
  }
  await db().egressConsent.upsert({
    where: { userId_appId: { userId, appId } },
    create: { userId, appId, hosts },
    update: { hosts, grantedAt: new Date() },
    select: { appId: true },
  });
}

/**
 * Who may run an app, and the manifest that limits its network access: that of `version`, else of the version that this person ran
 * last, else the current one. Null if that version was removed or its package is blocked.
 */
export async function findAppNetwork(
  userId: string,
  appId: string,
  version: string | null = null,
): Promise<{ ownerId: string; isPublic: boolean; manifest: unknown } | null> {
  const rows = await db().$queryRaw<{ ownerId: string; isPublic: boolean; manifest: unknown }[]>`
    SELECT a.owner_id AS "ownerId", a.is_public AS "isPublic", coalesce(s.manifest, v.manifest) AS manifest
      FROM apps a JOIN app_versions v ON v.id = a.current_version_id
      LEFT JOIN app_runs r ON r.app_id = a.id AND r.user_id = ${userId}::uuid
      LEFT JOIN app_versions s ON s.app_id = a.id AND s.version = coalesce(${version}, r.version)
     WHERE a.id = ${appId}::uuid AND a.deleted_at IS NULL AND (${version}::text IS NULL OR s.id IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM blocked_packages b WHERE b.sha256 = coalesce(s.package_sha256, v.package_sha256))`;
  return rows[0] ?? null;
}

/** Deletes up to `limit` ledger entries older than `before`. @returns how many */
export function deleteOldCalls(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM egress_calls WHERE id IN (SELECT id FROM egress_calls WHERE created_at < ${before} LIMIT ${limit})`;
}
