import "server-only";
import { db, type Db } from "@/lib/db/client";

export type DeviceSignIn = {
  userId: string;
  /** The session that was just started. */
  sessionId: string;
  deviceHash: string;
};

/**
 * Records a sign-in with a device.
 * @returns whether it is new, though the person has signed in before
 */
export async function putDevice({ userId, sessionId, deviceHash }: DeviceSignIn, tx: Db): Promise<boolean> {
  const rows = await tx.$queryRaw<{ isNew: boolean }[]>`
    WITH before AS (
      SELECT EXISTS (SELECT 1 FROM known_devices WHERE user_id = ${userId}::uuid)
          OR EXISTS (SELECT 1 FROM sessions WHERE user_id = ${userId}::uuid AND id <> ${sessionId}::uuid) AS any
    ), put AS (
      INSERT INTO known_devices (user_id, device_hash) VALUES (${userId}::uuid, ${deviceHash})
      ON CONFLICT (user_id, device_hash) DO UPDATE SET last_used_at = now()
      RETURNING (xmax = 0) AS inserted
    )
    SELECT (put.inserted AND before.any) AS "isNew" FROM put, before`;
  return rows[0]?.isNew ?? false;
}

export async function deleteDevices(
  { userId, deviceHash }: { userId: string; deviceHash?: string },
  client: Db = db(),
): Promise<void> {
  await client.knownDevice.deleteMany({ where: { userId, ...(deviceHash && { deviceHash }) } });
}

/** Deletes up to `limit` devices last used before `before`. @returns how many */
export function deleteOldDevices(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM known_devices WHERE (user_id, device_hash) IN
      (SELECT user_id, device_hash FROM known_devices WHERE last_used_at < ${before} LIMIT ${limit})`;
}
