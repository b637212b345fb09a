import "server-only";
import { uuidv7 } from "uuidv7";
import { appUploadMetadata, type App, type AppUploadMetadata } from "./contract";
import { toAppCategory } from "@/lib/package/category";
import { appNameKey } from "./rules";
import { initialTrending } from "./ranking";
import { AppError } from "@/lib/shared/errors";
import { DEFAULT_APP_CATEGORY } from "@/lib/package/limits";
import { refuse } from "@/lib/package/package-error";
import { isReservedName } from "@/lib/shared/reserved-names";
import { isHigherVersion } from "@/lib/package/semver";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { db, inTransaction, type Db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { presentApp } from "./presenter";
import { insertAppInstall } from "./install-repository";
import { findApp, insertApp, lockApp, lockOwner, updateApp, type LockedApp } from "./repository";
import {
  findAppVersion,
  findUploadedApp,
  insertAppVersion,
  isPackageBlocked,
  listAppVersions,
  lockPackage,
} from "./version-repository";
import type { Actor } from "./access-service";
import { runLater } from "@/lib/infra/late-work";
import { indexApp } from "@/lib/search/index-service";
import { readUploadedPackage, refusedPackage, type UploadedPackage } from "./package-service";
import { dropFiles, dropUnusedPackages, storePackage } from "./package-file-service";
import { findOrigin } from "./remix-service";
import { requireLook, requireStart, tryLater } from "./trial-service";
import { storeAppPictures, type AppPictures } from "./picture-service";
import { publish } from "@/lib/notifications/notify-service";
import { appChanged, versionChanged } from "@/lib/realtime/row-events";

/**
 * Trust model. Untrusted: whoever uploads. They control every byte of the package, the pictures and the
 * metadata. The strict reader opens the package before anything is stored, pictures are re-encoded, and a
 * failure at any step leaves neither rows nor files.
 */
type AppUpload = {
  viewer: Actor;
  gumFile: Uint8Array;
  /** Names the app where the upload is a single HTML file without a title. */
  fileName?: string;
  metadata?: AppUploadMetadata;
  icon?: Uint8Array;
  banner?: Uint8Array;
  /** Refuses a tried version of a published app until its maker has seen what was found. */
  lookFirst?: boolean;
  /** Aborted when nobody waits for the result any more. */
  signal?: AbortSignal;
};

type Metadata = ReturnType<typeof appUploadMetadata.parse>;

/** Files to remove after the transaction has committed. */
type Leftovers = { pictures: (string | null)[] };

/**
 * Makes a new app, or a new version of the one that `metadata.appId` names, whose users keep their data. A name decides
 * nothing. A new app is unpublished and installed for its owner.
 * @throws AppError invalid_package (details: code, entry, line, findings), invalid_image, version_exists,
 *   version_not_higher, storage_full, app_does_not_start, trial_unseen
 */
export async function uploadApp(upload: AppUpload): Promise<{ app: App; created: boolean }> {
  await requireUnlimited(upload.viewer);
  const metadata = appUploadMetadata.parse(upload.metadata ?? {});
  const { viewer, gumFile: bytes, fileName } = upload;
  const pack = await readUploadedPackage({ viewer, bytes, fileName, ...metadata });
  const { icon, banner } = upload;
  const pictures = await storeAppPictures({
    name: pack.name,
    manifest: pack.manifest,
    files: pack.files,
    icon,
    banner,
  });
  const leftovers: Leftovers = { pictures: [] };
  const stored = [pictures.iconKey, pictures.bannerKey, ...pictures.screenshotKeys];
  const dropStored = () => runLater(dropFiles(stored), "removing pictures failed");
  const confirmPackage = await storePackage(pack.sha256, pack.bytes).catch((error: unknown) => {
    dropStored();
    throw error;
  });
  try {
    await requireStartOfVersion(upload, metadata, pack);
    const { versionId, ...result } = await inTransaction((tx) =>
      write({ upload, metadata, pack, pictures, leftovers }, tx),
    );
    await confirmPackage();
    const { app, created } = result;
    if (metadata.force && app.isPublic) tryLater(subjectOf(pack, viewer));
    const changed = { id: app.id, ownerId: app.owner.id, isPublic: app.isPublic };
    publish(appChanged(created ? "INSERT" : "UPDATE", changed), versionChanged("INSERT", versionId, changed));
    runLater(dropFiles(leftovers.pictures), "removing pictures failed");
    return result;
  } catch (error) {
    dropStored();
    // A tried package is kept with its trial for when it is sent again; otherwise the job for orphaned files removes it.
    if (!isSentAgain(error)) runLater(dropUnusedPackages([pack.sha256]), "removing a package failed");
    if (isUniqueViolation(error)) throw new AppError("version_exists", { cause: error });
    throw error;
  }
}

/** Whether the same upload can follow, with the maker's consent. */
export function isSentAgain(error: unknown): boolean {
  return error instanceof AppError && (error.code === "trial_unseen" || error.code === "app_does_not_start");
}

/**
 * Everybody who has a published app gets its new version at the next start.
 * @throws AppError app_does_not_start, trial_unseen
 */
async function requireStartOfVersion(
  { viewer, lookFirst, signal }: AppUpload,
  { appId, force, uploadKey }: Metadata,
  pack: UploadedPackage,
): Promise<void> {
  if (!appId || force) return;
  const app = await findApp({ id: appId }, viewer.id);
  if (!app?.isPublic || app.ownerId !== viewer.id) return;
  // An upload that is refused anyway need not wait for a trial.
  if (uploadKey && (await findAppVersion(appId, { uploadKey }))) return;
  if (await isPackageBlocked(pack.sha256, db())) throw new AppError("package_blocked");
  requireHigher(app, pack, await listAppVersions(appId));
  const subject = subjectOf(pack, viewer);
  await (lookFirst ? requireLook(subject, appId) : requireStart(subject));
  if (signal?.aborted) throw new AppError("conflict", { message: "The upload was given up." });
}

const subjectOf = ({ name, manifest, sha256, bytes }: UploadedPackage, { id }: Actor) => ({
  ownerId: id,
  name,
  manifest,
  packageSha256: sha256,
  packageBytes: bytes.byteLength,
});

type Writing = {
  upload: AppUpload;
  metadata: Metadata;
  pack: UploadedPackage;
  pictures: AppPictures;
  leftovers: Leftovers;
};

async function write(writing: Writing, tx: Db): Promise<{ app: App; created: boolean; versionId: string }> {
  const { viewer } = writing.upload;
  // Of two concurrent uploads of the same version, one succeeds and the other gets version_exists.
  await lockOwner(viewer.id, tx);
  if (await isPackageBlocked(writing.pack.sha256, tx)) throw new AppError("package_blocked");
  const existing = await findExisting(writing, tx);
  const { name } = writing.pack;
  if (name !== existing?.name && isReservedName(name))
    throw refusedPackage(refuse("name_reserved", { name }));
  const appId = existing ? await addVersion(writing, existing, tx) : await makeApp(writing, tx);
  const record = await findApp({ id: appId }, viewer.id, tx);
  if (!record) throw new AppError("unknown_app");
  await indexApp(record, tx);
  return { app: presentApp(record, viewer), created: !existing, versionId: record.versionId };
}

/** The app that this is a version of: the one that was named, or the one that the same upload made before. */
async function findExisting({ upload, metadata }: Writing, tx: Db): Promise<LockedApp | null> {
  const { viewer } = upload;
  if (metadata.appId) {
    const app = await lockApp(metadata.appId, tx);
    if (!app || app.deletedAt || (app.ownerId !== viewer.id && !app.isPublic))
      throw new AppError("unknown_app");
    if (app.ownerId !== viewer.id) throw new AppError("forbidden");
    return app;
  }
  if (!metadata.uploadKey) return null;
  const repeated = await findUploadedApp(viewer.id, metadata.uploadKey, tx);
  return repeated === null ? null : lockApp(repeated, tx);
}

async function makeApp({ upload, metadata, pack, pictures }: Writing, tx: Db): Promise<string> {
  const { viewer } = upload;
  const id = uuidv7();
  const now = new Date();
  await insertApp(
    {
      id,
      ownerId: viewer.id,
      name: pack.name,
      nameKey: appNameKey(pack.name),
      description: metadata.description ?? pack.manifest.description,
      category: metadata.category ?? toAppCategory(pack.manifest.category),
      tags: metadata.tags ?? pack.manifest.tags,
      ...pictures,
      remixedFromId: await findOrigin({ viewer, appId: id, manifest: pack.manifest }, tx),
      trendingScore: initialTrending(now),
      createdAt: now,
    },
    tx,
  );
  await insertVersion({ appId: id, pack, metadata }, tx);
  await insertAppInstall(viewer.id, id, now, tx);
  return id;
}

async function addVersion(
  { upload, metadata, pack, pictures, leftovers }: Writing,
  existing: LockedApp,
  tx: Db,
): Promise<string> {
  const repeated =
    metadata.uploadKey && (await findAppVersion(existing.id, { uploadKey: metadata.uploadKey }, tx));
  if (repeated) {
    // A retry whose first response was lost.
    leftovers.pictures.push(pictures.iconKey, pictures.bannerKey, ...pictures.screenshotKeys);
    return existing.id;
  }
  requireHigher(existing, pack, await listAppVersions(existing.id, tx));
  const versionId = await insertVersion({ appId: existing.id, pack, metadata }, tx);
  const bringsIcon = upload.icon !== undefined || pack.manifest.icon !== undefined;
  leftovers.pictures.push(
    bringsIcon ? existing.iconKey : pictures.iconKey,
    pictures.bannerKey && existing.bannerKey,
    ...existing.screenshotKeys,
  );
  // Fields that the new manifest leaves out stay as they are.
  const { description, category, tags } = pack.manifest;
  await updateApp(
    existing.id,
    {
      name: pack.name,
      nameKey: appNameKey(pack.name),
      description: metadata.description ?? (description || undefined),
      category:
        metadata.category ?? (category === DEFAULT_APP_CATEGORY ? undefined : toAppCategory(category)),
      tags: metadata.tags ?? (tags.length > 0 ? tags : undefined),
      iconKey: bringsIcon ? pictures.iconKey : undefined,
      bannerKey: pictures.bannerKey ?? undefined,
      screenshotKeys: pictures.screenshotKeys,
      currentVersionId: versionId,
      // Once it is known, no later version changes it.
      remixedFromId:
        existing.remixedFromId ??
        (await findOrigin({ viewer: upload.viewer, appId: existing.id, manifest: pack.manifest }, tx)),
    },
    tx,
  );
  return existing.id;
}

async function insertVersion(
  { appId, pack, metadata }: { appId: string; pack: UploadedPackage; metadata: Metadata },
  tx: Db,
): Promise<string> {
  const id = uuidv7();
  await lockPackage(pack.sha256, tx);
  await insertAppVersion(
    {
      id,
      appId,
      version: pack.version,
      notes: metadata.notes,
      packageSha256: pack.sha256,
      packageBytes: pack.bytes.byteLength,
      manifest: pack.manifest,
      madeWith: pack.madeWith,
      madeWithTries: null,
      uploadKey: metadata.uploadKey ?? null,
    },
    tx,
  );
  await updateApp(appId, { currentVersionId: id }, tx);
  return id;
}

/** @throws AppError version_exists, version_not_higher */
function requireHigher(
  { id, name }: Pick<LockedApp, "id" | "name">,
  { version }: UploadedPackage,
  versions: { version: string }[],
): void {
  const highest = highestOf(versions);
  if (versions.some((known) => known.version === version)) {
    throw new AppError("version_exists", {
      message: `Version ${version} of ${name} was already uploaded.`,
      details: { appId: id, version, highest },
    });
  }
  if (highest && !isHigherVersion(version, highest)) {
    throw new AppError("version_not_higher", {
      message: `Version ${version} is not higher than ${highest}, the newest one of ${name}.`,
      details: { appId: id, version, highest },
    });
  }
}

function highestOf(versions: { version: string }[]): string | null {
  return versions.reduce<string | null>(
    (highest, { version }) => (highest === null || isHigherVersion(version, highest) ? version : highest),
    null,
  );
}
