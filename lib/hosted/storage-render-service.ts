import "server-only";
import { HOSTED_PICTURE_MAX_SIDE, HOSTED_PICTURES_KEPT_BYTES } from "@/lib/config/limits";
import { encodeImage, type ImageTarget } from "@/lib/files/image-encoder";
import { enqueue } from "./work-queue";
import type { BucketObject } from "./storage-bucket-service";
import type { Transform } from "./storage-contract";

/** Resized images, as WebP. The most recent ones are cached; the caller has authorised the request. */
const kept = new Map<string, Uint8Array<ArrayBuffer>>();
let keptBytes = 0;

function keep(key: string, bytes: Uint8Array<ArrayBuffer>): void {
  keptBytes += bytes.byteLength - (kept.get(key)?.byteLength ?? 0);
  kept.delete(key);
  kept.set(key, bytes);
  for (const [oldest, { byteLength }] of kept) {
    if (keptBytes <= HOSTED_PICTURES_KEPT_BYTES) return;
    kept.delete(oldest);
    keptBytes -= byteLength;
  }
}

const FITS = { cover: "cover", contain: "inside", fill: "fill" } as const;

/** A side that nobody asked for follows from the other, and is no longer than one that can be asked for. */
function targetOf({ width, height, quality, resize }: Transform): ImageTarget {
  if (width && height) return { width, height, quality, fit: FITS[resize] };
  const most = HOSTED_PICTURE_MAX_SIDE;
  const enlarge = resize !== "contain" && Boolean(width ?? height);
  return { width: width ?? most, height: height ?? most, quality, fit: "inside", enlarge };
}

/** The cache key of an object in this size. */
export const versionOf = ({ version }: BucketObject, { width, height, quality, resize }: Transform): string =>
  `${version}-${width ?? ""}x${height ?? ""}-${quality}-${resize}`;

/**
 * @param sender whose rate limit it counts against: a person's id, or a guest's IP address
 * @throws AppError invalid_image if it is not an image by its bytes, whatever type it has; rate_limited
 */
export async function renderPicture({
  object,
  transform,
  sender,
}: {
  object: BucketObject;
  transform: Transform;
  sender: string;
}): Promise<Uint8Array<ArrayBuffer>> {
  const key = versionOf(object, transform);
  const found = kept.get(key);
  if (found) {
    keep(key, found);
    return found;
  }
  const { bytes } = await enqueue(sender, async () => encodeImage(await object.read(), targetOf(transform)));
  const copy = new Uint8Array(bytes);
  keep(key, copy);
  return copy;
}
