import "server-only";
import { db } from "@/lib/db/client";

type PermissionRecord = {
  appId: string;
  name: string;
  iconKey: string;
  hosts: string[];
  profile: boolean;
  grantedAt: Date;
  requests: number;
  lastRequestAt: Date | null;
};

/** Lists a user's grants to apps, newest first. */
export function listPermissions(userId: string): Promise<PermissionRecord[]> {
  return db().$queryRaw<PermissionRecord[]>`
    SELECT a.id AS "appId", a.name, a.icon_key AS "iconKey", coalesce(c.hosts, '{}') AS hosts,
           p.app_id IS NOT NULL AS profile, greatest(c.granted_at, p.granted_at) AS "grantedAt",
           coalesce(calls.requests, 0)::int AS requests, calls.last AS "lastRequestAt"
    FROM (SELECT user_id, app_id FROM egress_consents WHERE user_id = ${userId}::uuid
          UNION SELECT user_id, app_id FROM profile_consents WHERE user_id = ${userId}::uuid) g
    JOIN apps a ON a.id = g.app_id
    LEFT JOIN egress_consents c ON c.user_id = g.user_id AND c.app_id = g.app_id
    LEFT JOIN profile_consents p ON p.user_id = g.user_id AND p.app_id = g.app_id
    LEFT JOIN LATERAL (
      SELECT count(*) AS requests, max(e.created_at) AS last FROM egress_calls e
      WHERE e.user_id = g.user_id AND e.app_id = g.app_id AND e.created_at > now() - interval '30 days'
    ) calls ON true
    ORDER BY "grantedAt" DESC LIMIT 200`;
}

export async function hasProfileConsent(userId: string, appId: string): Promise<boolean> {
  const where = { userId_appId: { userId, appId } };
  return (await db().profileConsent.findUnique({ where, select: { appId: true } })) !== null;
}

export async function saveProfileConsent(userId: string, appId: string, granted: boolean): Promise<void> {
  if (!granted) {
    await db().profileConsent.deleteMany({ where: { userId, appId } });
    return;
  }
  await db().profileConsent.upsert({
    where: { userId_appId: { userId, appId } },
    create: { userId, appId },
    update: {},
    select: { appId: true },
  });
}

export async function hasNotificationOptOut(userId: string, appId: string): Promise<boolean> {
  const where = { userId_appId: { userId, appId } };
  return (await db().notificationOptOut.findUnique({ where, select: { appId: true } })) !== null;
}

/** Does nothing for an app that does not exist. */
export async function saveNotificationOptOut(
  userId: string,
  appId: string,
  isOptedOut: boolean,
): Promise<void> {
  if (!isOptedOut) {
    await db().notificationOptOut.deleteMany({ where: { userId, appId } });
    return;
  }
  await db().$executeRaw`
    INSERT INTO notification_opt_outs (user_id, app_id)
    SELECT ${userId}::uuid, id FROM apps WHERE id = ${appId}::uuid ON CONFLICT DO NOTHING`;
}

type AppDataRecord = { appId: string; name: string; iconKey: string; bytes: number; updatedAt: Date };

/** Lists the apps that store data for a user, largest first. */
export function listAppData(userId: string): Promise<AppDataRecord[]> {
  return db().$queryRaw<AppDataRecord[]>`
    SELECT a.id AS "appId", a.name, a.icon_key AS "iconKey", s.bytes, s.updated_at AS "updatedAt"
    FROM app_storage s JOIN apps a ON a.id = s.app_id
    WHERE s.user_id = ${userId}::uuid AND s.bytes > 0
    ORDER BY s.bytes DESC, a.id LIMIT 200`;
}
