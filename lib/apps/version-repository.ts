import "server-only";
import type { Manifest } from "@/lib/package/manifest-contract";
import { db, type Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

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

type VersionLookup = { id: string } | { version: string } | { uploadKey: string };

export async function findAppVersion(
  appId: string,
  by: VersionLookup,
  tx: Db = db(),
  { onlyPublished = false } = {},
): Promise<(AppVersionRecord & { manifest: Manifest }) | null> {
  const row = await tx.appVersion.findFirst({
    where: { appId, ...by, ...(onlyPublished && PUBLISHED) },
    select: { ...SELECT, manifest: true },
  });
  return row && { ...row, manifest: row.manifest as unknown as Manifest };
}

/** Changes what is stored of the manifest of an app's current version; its package stays as it is. */
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

/** Whether nobody may upload this package. */
export async function isPackageBlocked(sha256: string, tx: Db): Promise<boolean> {
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

export async function isPackageUsed(sha256: string, tx: Db): Promise<boolean> {
  return (await tx.appVersion.findFirst({ where: { packageSha256: sha256 }, select: { id: true } })) !== null;
}
