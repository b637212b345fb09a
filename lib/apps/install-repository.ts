import "server-only";
import type { InstalledOrder } from "./contract";
import type { Translations } from "./texts";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import { APP_JOINS, appColumns, type AppRecord } from "./repository";

/** @returns false if the app was already installed */
export async function insertAppInstall(userId: string, appId: string, at: Date, tx: Db): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO app_installs (user_id, app_id, added_at) VALUES (${userId}::uuid, ${appId}::uuid, ${at})
    ON CONFLICT DO NOTHING`;
  return count === 1;
}

/** @returns when it was installed, or null if it was not */
export async function deleteAppInstall(userId: string, appId: string, tx: Db): Promise<Date | null> {
  const rows = await tx.$queryRaw<{ addedAt: Date }[]>`
    DELETE FROM app_installs WHERE user_id = ${userId}::uuid AND app_id = ${appId}::uuid
    RETURNING added_at AS "addedAt"`;
  return rows[0]?.addedAt ?? null;
}

type InstalledRecord = AppRecord & { addedAt: Date; lastRunAt: Date | null };

const ORDERS: Record<InstalledOrder, Prisma.Sql> = {
  added: Prisma.sql`i.added_at DESC, a.id DESC`,
  used: Prisma.sql`coalesce(r.last_run_at, i.added_at) DESC, a.id DESC`,
  name: Prisma.sql`a.name_key, a.id`,
};

/** SQL: the installation `i` is of an app `a` that its user may still see. */
const IS_SEEN = Prisma.sql`a.deleted_at IS NULL AND (a.is_public OR a.owner_id = i.user_id)`;

type DockRecord = {
  id: string;
  name: string;
  iconKey: string;
  translations: Translations | null;
  addedAt: Date;
};

/** The installed apps as the dock shows them, last installed first. Runs with every page, so it reads no whole manifest. */
export function listDockApps(userId: string, take: number): Promise<DockRecord[]> {
  return readRows<DockRecord>(Prisma.sql`
    SELECT a.id, a.name, a.icon_key AS "iconKey", v.manifest #> '{metadata,translations}' AS translations,
           i.added_at AS "addedAt"
      FROM app_installs i JOIN apps a ON a.id = i.app_id JOIN app_versions v ON v.id = a.current_version_id
     WHERE i.user_id = ${userId}::uuid AND ${IS_SEEN}
     ORDER BY ${ORDERS.added} LIMIT ${take}`);
}

/** The installed apps that the user may still see. */
export async function listInstalled(
  userId: string,
  order: InstalledOrder,
  take: number,
): Promise<InstalledRecord[]> {
  return db().$queryRaw<InstalledRecord[]>`
    SELECT ${appColumns(userId)}, i.added_at AS "addedAt", r.last_run_at AS "lastRunAt"
    FROM app_installs i
    JOIN apps a ON a.id = i.app_id ${APP_JOINS}
    LEFT JOIN app_runs r ON r.user_id = i.user_id AND r.app_id = i.app_id
    WHERE i.user_id = ${userId}::uuid AND ${IS_SEEN}
    ORDER BY ${ORDERS[order]} LIMIT ${take}`;
}

/** @returns false if the user already liked the app */
export async function insertAppLike(userId: string, appId: string, at: Date, tx: Db): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO app_likes (user_id, app_id, created_at) VALUES (${userId}::uuid, ${appId}::uuid, ${at})
    ON CONFLICT DO NOTHING`;
  return count === 1;
}

/** @returns when the app was liked, or null if it was not */
export async function deleteAppLike(userId: string, appId: string, tx: Db): Promise<Date | null> {
  const rows = await tx.$queryRaw<{ createdAt: Date }[]>`
    DELETE FROM app_likes WHERE user_id = ${userId}::uuid AND app_id = ${appId}::uuid
    RETURNING created_at AS "createdAt"`;
  return rows[0]?.createdAt ?? null;
}
