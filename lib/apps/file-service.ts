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
import { getTrialPictureKey } from "./trial-service";
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

/** @throws AppError not_found where the trial of the current version has no such picture */
export async function getTrialPicture(viewer: Actor, id: string, picture: TrialPicture): Promise<AppFile> {
  return stored(await getTrialPictureKey(viewer, id, picture), "image/webp");
}

/** The bytes of a package are sent as they are read. */
type AppPackage = StreamedFile & { sha256: string; readWhole: () => Promise<Uint8Array<ArrayBuffer>> };

/**
 * The package of the current version. Another version is for the owner, for users who ran it last and declined the
 * current one, and for users where its license lets others see its source.
 */
export async function getAppPackage(owner: AppFileOwner, version?: string): Promise<AppPackage> {
  const app = await findOwner(owner);
  let { packageSha256: sha256, packageBytes: bytes } = app;
  if (version !== undefined && version !== app.version) {
    const { viewer } = owner;
    const stayed =
      viewer && (viewer.id === app.ownerId || (await findAppRun(viewer.id, app.id))?.version === version);
    const other = stayed
      ? await findAppVersion(app.id, { version })
      : viewer && (await findSource(app, version, viewer));
    if (!other) throw new AppError("not_found");
    ({ packageSha256: sha256, packageBytes: bytes } = other);
  }
  const key = packageKeyOf(sha256);
  const type = "application/zip";
  const read: AppPackage["read"] = (range) => fileStore().stream(key, range);
  return { name: sha256, sha256, size: bytes, type, read, readWhole: stored(key, type).read };
}
