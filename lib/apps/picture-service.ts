import "server-only";
import type { Manifest } from "@/lib/package/manifest-contract";
import type { PackageFiles } from "@/lib/package/package-files";
import { APP_PICTURES } from "./rules";
import { drawAppIcon } from "./icon-drawing";
import { AppError } from "@/lib/shared/errors";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { encodeImage, rasterize, type ImageTarget } from "@/lib/files/image-encoder";
import { runLater } from "@/lib/infra/late-work";
import { dropFiles } from "./package-file-service";

const ICON: ImageTarget = { ...APP_PICTURES.icon, fit: "cover" };
const BANNER: ImageTarget = { ...APP_PICTURES.banner, fit: "cover" };
const SCREENSHOT: ImageTarget = { width: 1600, height: 1600, fit: "inside" };

export type AppPictures = { iconKey: string; bannerKey: string | null; screenshotKeys: string[] };

export type PictureSources = {
  name: string;
  manifest: Manifest;
  files: Pick<PackageFiles, "get">;
  icon?: Uint8Array;
  banner?: Uint8Array;
};

/**
 * Stores the pictures of an app: those uploaded beside the package, else those its manifest names, else an icon drawn from
 * the name. All are re-encoded. Leaves no file behind where it fails.
 * @throws AppError invalid_image for an uploaded picture; an unusable picture in the package is left out
 */
export async function storeAppPictures(sources: PictureSources): Promise<AppPictures> {
  const stored: string[] = [];
  const store = async (bytes: Uint8Array) => {
    const key = randomFileKey("apps", "webp");
    stored.push(key);
    await fileStore().put(key, bytes);
    return key;
  };
  try {
    const icon = await encodeUploaded("icon", sources.icon, ICON);
    const banner = await encodeUploaded("banner", sources.banner, BANNER);
    const own = icon ?? (await encodePackaged(sources, sources.manifest.icon, ICON));
    const iconKey = await store(own ?? (await rasterize(drawAppIcon(sources.name), ICON)));
    const bannerKey = banner && (await store(banner));
    const screenshotKeys: string[] = [];
    for (const path of sources.manifest.screenshots) {
      const shot = await encodePackaged(sources, path, SCREENSHOT);
      if (shot) screenshotKeys.push(await store(shot));
    }
    return { iconKey, bannerKey, screenshotKeys };
  } catch (error) {
    runLater(dropFiles(stored), "removing pictures failed");
    throw error;
  }
}

async function encodeUploaded(
  part: "icon" | "banner",
  bytes: Uint8Array | undefined,
  target: ImageTarget,
): Promise<Uint8Array | null> {
  if (!bytes) return null;
  try {
    return (await encodeImage(bytes, target)).bytes;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = [{ path: part, code: error.code, message: error.message }];
    throw new AppError("invalid_image", { message: error.message, fields, cause: error });
  }
}

async function encodePackaged(
  { files }: PictureSources,
  path: string | undefined,
  target: ImageTarget,
): Promise<Uint8Array | null> {
  const bytes = path === undefined ? undefined : files.get(path);
  if (!bytes) return null;
  return encodeImage(bytes, target).then(
    (image) => image.bytes,
    () => null,
  );
}
