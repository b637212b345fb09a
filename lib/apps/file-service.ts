import "server-only";
import { AppError } from "@/lib/shared/errors";
import { fileStore } from "@/lib/files/file-store";
import type { StreamedFile } from "@/lib/files/service";
import type { AppRecord } from "./repository";
import { findAppRun } from "./run-repository";
import { findAppVersion } from "./version-repository";
import { findSource } from "./source-service";
import { getAppOrThrow, getSharedAppOrThrow, type Actor } from "./access-service";
import type { TrialPicture } from "./trial-rules";
import { findTrialPictureKey, findUnpublishedPictureKey } from "./trial-service";
import { packageKeyOf } from "./package-file-service";

/**
 * Trust model. Untrusted: whoever requests a file of an app. They control the URL. A private app leaks
 * nowhere: every file is authorised like the app itself, and file keys never come from a request.
 */
type AppFileOwner = { viewer: Actor | null } & ({ id: string } | { shareId: string });

type AppFile = {
  /** Strong: derived from the content's key. */
  etag: string;
  type: string;
  /** Reads the bytes; not called where the client has them cached. */
  read: () => Promise<Uint8Array<ArrayBuffer>>;
};

async function findOwner(owner: AppFileOwner): Promise<AppRecord> {
  return "id" in owner
    ? getAppOrThrow(owner.id, owner.viewer, "view")
    : getSharedAppOrThrow(owner.shareId, owner.viewer);
}

function stored(key: string, type: string): AppFile {
  return {
    etag: `"${key.slice(key.indexOf("/") + 1, key.indexOf("/") + 33)}"`,
    type,
    read: async () => {
      const bytes = await fileStore().get(key);
      if (!bytes) throw new AppError("not_found");
      return bytes;
    },
  };
}

/** @throws AppError not_found where the app has no such picture */
export async function getAppPicture(
  owner: AppFileOwner,
  picture: "icon" | "banner" | { screenshot: number },
): Promise<AppFile> {
  const app = await findOwner(owner);
  const key =
    picture === "icon"
      ? app.iconKey
      : picture === "banner"
        ? app.bannerKey
        : app.screenshotKeys[picture.screenshot];
  if (!key) throw new AppError("not_found");
  return stored(key, "image/webp");
}

/**
 * @param unpublished a package that the app does not have yet. `v` is from the picture's random key, which only its maker was told
 * @throws AppError not_found where the trial has no such picture
 */
export async function getTrialPicture(
  owner: AppFileOwner,
  picture: TrialPicture,
  unpublished?: { packageSha256: string; v: string | undefined },
): Promise<AppFile> {
  const app = await findOwner(owner);
  if (unpublished && app.ownerId !== owner.viewer?.id) throw new AppError("not_found");
  const key = unpublished
    ? await findUnpublishedPictureKey(unpublished.packageSha256, picture, unpublished.v)
    : await findTrialPictureKey(app, picture);
  if (!key) throw new AppError("not_found");
  return stored(key, "image/webp");
}

type PackageRef = { packageSha256: string; packageBytes: number };

/** The `v` of a package URL. */
const PACKAGE_PREFIX = /^[0-9a-f]{16}$/;

/** The bytes of a package are sent as they are read. */
type AppPackage = StreamedFile & { sha256: string; readWhole: () => Promise<Uint8Array<ArrayBuffer>> };

/**
 * Another version is for the owner, for users who ran it last, and for users where its license lets others see its source.
 */
async function findOther(
  app: AppRecord,
  asked: { version: string } | { packagePrefix: string },
  viewer: Actor | null,
): Promise<PackageRef | null> {
  const other = viewer && (await findAppVersion(app.id, asked));
  if (!other) return null;
  const { version } = other;
  const stayed = viewer.id === app.ownerId || (await findAppRun(viewer.id, app.id))?.version === version;
  return stayed ? other : findSource(app, version, viewer);
}

/**
 * The package of a version, else of the current one.
 * @param v of a package URL: a running app keeps reading its own package after a new version. Where the
 * viewer may not have that one, it is ignored.
 */
export async function getAppPackage(
  owner: AppFileOwner,
  { version, v }: { version?: string | undefined; v?: string | undefined } = {},
): Promise<AppPackage> {
  const app = await findOwner(owner);
  let found: PackageRef = app;
  if (version !== undefined && version !== app.version) {
    const other = await findOther(app, { version }, owner.viewer);
    if (!other) throw new AppError("not_found");
    found = other;
  } else if (version === undefined && v && PACKAGE_PREFIX.test(v) && !app.packageSha256.startsWith(v)) {
    found = (await findOther(app, { packagePrefix: v }, owner.viewer)) ?? app;
  }
  const { packageSha256: sha256, packageBytes: bytes } = found;
  const key = packageKeyOf(sha256);
  const type = "application/zip";
  const read: AppPackage["read"] = (range) => fileStore().stream(key, range);
  return { name: sha256, sha256, size: bytes, type, read, readWhole: stored(key, type).read };
}
