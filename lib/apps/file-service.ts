import "server-only";
import { AppError } from "@/lib/shared/errors";
import { fileStore } from "@/lib/files/file-store";
import type { AppRecord } from "./repository";
import { findAppRun } from "./run-repository";
import { findAppVersion } from "./version-repository";
import { getAppOrThrow, getSharedAppOrThrow, type Actor } from "./access-service";
import { packageKeyOf } from "./package-file-service";

/**
 * Trust model. Untrusted: whoever requests a file of an app. They control the URL. A private app leaks
 * nowhere: every file is authorised like the app itself, and file keys never come from a request.
 */
export type AppFileOwner = { viewer: Actor | null } & ({ id: string } | { shareId: string });

export type AppFile = {
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
 * The package of the current version. Another version is for the owner, and for users who ran it last and declined the
 * current one.
 */
export async function getAppPackage(
  owner: AppFileOwner,
  version?: string,
): Promise<AppFile & { sha256: string }> {
  const app = await findOwner(owner);
  let { packageSha256: sha256 } = app;
  if (version !== undefined && version !== app.version) {
    const { viewer } = owner;
    const stayed =
      viewer && (viewer.id === app.ownerId || (await findAppRun(viewer.id, app.id))?.version === version);
    const other = stayed ? await findAppVersion(app.id, { version }) : null;
    if (!other) throw new AppError("not_found");
    sha256 = other.packageSha256;
  }
  return { ...stored(packageKeyOf(sha256), "application/zip"), etag: `"${sha256}"`, sha256 };
}
