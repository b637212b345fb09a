import "server-only";
import type { Manifest } from "@/lib/package/manifest-contract";
import { db, type Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { idBefore } from "@/lib/shared/time-id";

type NewAppVersion = Omit<Prisma.AppVersionUncheckedCreateInput, "manifest"> & { manifest: Manifest };

export async function insertAppVersion(version: NewAppVersion, tx: Db): Promise<void> {
  const manifest = version.manifest as unknown as Prisma.InputJsonObject;
  await tx.appVersion.create({ data: { ...version, manifest }, select: { id: true } });
}

const SELECT = {
  id: true,
  version: true,
  notes: true,
  packageBytes: true,
  packageSha256: true,
  createdAt: true,
} as const;

export type AppVersionRecord = Prisma.AppVersionGetPayload<{ select: typeof SELECT }>;

/** The versions that have been public. */
const PUBLISHED = { publishedAt: { not: null } } as const;

/** The newest 200 versions, newest first. */
export async function listAppVersions(
  appId: string,
  tx: Db = db(),
  { onlyPublished = false } = {},
): Promise<AppVersionRecord[]> {
  return tx.appVersion.findMany({
    where: { appId, ...(onlyPublished && PUBLISHED) },
    select: SELECT,
    orderBy: { id: "desc" },
    take: 200,
  });
}

export type Release = {
  version: string;
  notes: string;
  createdAt: Date;
  license: string | null;
  packageSha256: string;
  packageBytes: number;
};

/** The newest 200 versions up to that one with their licenses, newest first. */
export function listReleases({
  appId,
  upTo,
  onlyPublished,
}: {
  appId: string;
  upTo: string;
  onlyPublished: boolean;
}): Promise<Release[]> {
  return db().$queryRaw<Release[]>`
    SELECT version, notes, created_at AS "createdAt", manifest->>'license' AS license,
           package_sha256 AS "packageSha256", package_bytes AS "packageBytes"
      FROM app_versions
     WHERE app_id = ${appId}::uuid AND id <= ${upTo}::uuid AND (published_at IS NOT NULL OR NOT ${onlyPublished})
     ORDER BY id DESC LIMIT 200`;
}

type VersionLookup = { id: string } | { version: string } | { uploadKey: string } | { packagePrefix: string };

export async function findAppVersion(
  appId: string,
  by: VersionLookup,
  tx: Db = db(),
  { onlyPublished = false } = {},
): Promise<(AppVersionRecord & { manifest: Manifest }) | null> {
  const where = "packagePrefix" in by ? { packageSha256: { startsWith: by.packagePrefix } } : by;
  const row = await tx.appVersion.findFirst({
    where: { appId, ...where, ...(onlyPublished && PUBLISHED) },
    select: { ...SELECT, manifest: true },
  });
  return row && { ...row, manifest: row.manifest as unknown as Manifest };
}

/** Updates the stored manifest of an app's current version; the package stays as it is. */
export async function amendCurrentVersion(
  appId: string,
  amend: (manifest: Manifest) => Manifest,
  tx: Db,
): Promise<void> {
  const version = await tx.appVersion.findFirst({
    where: { currentOf: { id: appId } },
    select: { id: true, manifest: true },
  });
  if (!version) return;
  const manifest = amend(version.manifest as unknown as Manifest) as unknown as Prisma.InputJsonObject;
  await tx.appVersion.update({ where: { id: version.id }, data: { manifest }, select: { id: true } });
}

/** The id of the owner's app that an upload with this key has made or updated. */
export async function findUploadedApp(ownerId: string, uploadKey: string, tx: Db): Promise<string | null> {
  const version = await tx.appVersion.findFirst({
    where: { uploadKey, app: { ownerId, deletedAt: null } },
    select: { appId: true },
  });
  return version?.appId ?? null;
}

export async function deleteAppVersion(id: string, tx: Db): Promise<void> {
  await tx.appVersion.delete({ where: { id }, select: { id: true } });
}

/**
 * Deletes versions uploaded before a time that nobody last ran or can go back to, and that are not among the newest of their
 * app.
 * @returns the hashes of their packages
 */
export async function deleteOldVersions(
  { before, newest, limit }: { before: Date; newest: number; limit: number },
  client: Db = db(),
): Promise<string[]> {
  const rows = await client.$queryRaw<{ sha256: string }[]>`
    DELETE FROM app_versions WHERE id IN (
      SELECT v.id FROM app_versions v JOIN apps a ON a.id = v.app_id
       WHERE v.id < ${idBefore(before)}::uuid AND v.created_at < ${before} AND v.id <> a.current_version_id
         AND NOT EXISTS (SELECT 1 FROM app_runs r WHERE r.app_id = v.app_id AND r.version = v.version)
         AND NOT EXISTS (SELECT 1 FROM kept_app_data k WHERE k.app_id = v.app_id AND k.version = v.version)
         AND (SELECT count(*) FROM (
               SELECT 1 FROM app_versions n WHERE n.app_id = v.app_id AND n.id > v.id LIMIT ${newest}) newer) >= ${newest}
       ORDER BY v.id LIMIT ${limit})
    RETURNING package_sha256 AS sha256`;
  return rows.map(({ sha256 }) => sha256);
}

/** Whether this package is blocked. */
export async function isPackageBlocked(sha256: string, tx: Db = db()): Promise<boolean> {
  return (await tx.blockedPackage.findUnique({ where: { sha256 }, select: { sha256: true } })) !== null;
}

/** The hashes of an app's packages. */
export async function listPackageHashes(appId: string, tx: Db): Promise<string[]> {
  const rows = await tx.appVersion.findMany({
    where: { appId },
    select: { packageSha256: true },
    distinct: ["packageSha256"],
  });
  return rows.map((row) => row.packageSha256);
}

/** Locks a package's file until the transaction ends: no other transaction stores or removes it. */
export async function lockPackage(sha256: string, tx: Db): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(('x' || ${sha256.slice(0, 16)})::bit(64)::bigint)`;
}

/** Whether a version has it. In one statement also those that moderators took away, because they may give them back. */
export async function isPackageUsed(sha256: string, tx: Db): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ isUsed: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM app_versions WHERE package_sha256 = ${sha256})
        OR EXISTS (SELECT 1 FROM removals WHERE position(${sha256} IN rows::text) > 0) AS "isUsed"`;
  return found!.isUsed;
}
