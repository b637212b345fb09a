import "server-only";
import type { Manifest } from "@/lib/package/manifest-contract";
import { APP_PICTURES } from "./pictures";
import { drawAppIcon } from "./icon-drawing";
import { AppError } from "@/lib/shared/errors";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { encodeImage, rasterize, type ImageTarget } from "@/lib/files/image-encoder";
import { dropFiles } from "./package-file-service";

const ICON: ImageTarget = { ...APP_PICTURES.icon, fit: "cover" };
const BANNER: ImageTarget = { ...APP_PICTURES.banner, fit: "cover" };
const SCREENSHOT: ImageTarget = { width: 1600, height: 1600, fit: "inside" };

export type AppPictures = { iconKey: string; bannerKey: string | null; screenshotKeys: string[] };

export type PictureSources = {
  name: string;
  manifest: Manifest;
  files: ReadonlyMap<string, Uint8Array>;
  icon?: Uint8Array;
  banner?: Uint8Array;
};

/**
 * Makes the pictures of an app: what was uploaded beside the package, else what the manifest names, else an icon drawn
 * from the name. Everything is decoded and encoded anew. What fails leaves no file behind.
 * @throws AppError invalid_image for an uploaded picture; a picture in the package that cannot be used is left out
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
    const iconKey = await store(own ?? (await drawIcon(sources.name)));
    const bannerKey = banner && (await store(banner));
    const screenshotKeys: string[] = [];
    for (const path of sources.manifest.screenshots) {
      const shot = await encodePackaged(sources, path, SCREENSHOT);
      if (shot) screenshotKeys.push(await store(shot));
    }
    return { iconKey, bannerKey, screenshotKeys };
  } catch (error) {
    await dropFiles(stored);
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

async function drawIcon(name: string): Promise<Uint8Array> {
  return rasterize(drawAppIcon(name), ICON);
}
