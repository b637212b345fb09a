import "server-only";
import type { Db } from "@/lib/db/client";

/** @returns false if the person liked the app before */
export async function insertAppLike(userId: string, appId: string, at: Date, tx: Db): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO app_likes (user_id, app_id, created_at) VALUES (${userId}::uuid, ${appId}::uuid, ${at})
    ON CONFLICT DO NOTHING`;
  return count === 1;
}

/** @returns when the like was given, or null if there was none */
export async function deleteAppLike(userId: string, appId: string, tx: Db): Promise<Date | null> {
  const rows = await tx.$queryRaw<{ createdAt: Date }[]>`
    DELETE FROM app_likes WHERE user_id = ${userId}::uuid AND app_id = ${appId}::uuid
    RETURNING created_at AS "createdAt"`;
  return rows[0]?.createdAt ?? null;
}
