import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { Manifest } from "@/lib/package/manifest-contract";

/** The partial index app_versions_made_with_due_idx has this number. */
const TRIES_MAX = 3;

export type UnknownVersion = {
  id: string;
  appId: string;
  packageSha256: string;
  packageBytes: number;
  manifest: Manifest;
};

/**
 * The newest version of which nobody knows what it was made with. It counts as tried from now on, so that a package that ends
 * the process does so only a few times.
 * @param before it was not tried since then
 */
export async function takeUnknownVersion(now: Date, before: Date): Promise<UnknownVersion | null> {
  const rows = await db().$queryRaw<UnknownVersion[]>`
    UPDATE app_versions SET made_with_tries = made_with_tries + 1, made_with_tried_at = ${now}
     WHERE id = (
       SELECT id FROM app_versions
        WHERE made_with = '{}'::text[] AND made_with_tries < ${TRIES_MAX}
          AND (made_with_tried_at IS NULL OR made_with_tried_at < ${before})
        ORDER BY id DESC LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, app_id AS "appId", package_sha256 AS "packageSha256", package_bytes AS "packageBytes", manifest`;
  return rows[0] ?? null;
}

/** Stores what a version was made with, and for the store if it is the current one. The caller has locked the app. */
export async function writeMadeWith(
  { id, appId }: Pick<UnknownVersion, "id" | "appId">,
  { names, keys }: { names: string[]; keys: string[] },
  tx: Db,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE app_versions SET made_with = ${names}::text[], made_with_tries = NULL WHERE id = ${id}::uuid`;
  // Raw, because Prisma would set updated_at.
  await tx.$executeRaw`
    UPDATE apps SET made_with_keys = ${keys}::text[] WHERE id = ${appId}::uuid AND current_version_id = ${id}::uuid`;
}
