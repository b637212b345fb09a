import { MEDIA_MAX_BYTES } from "@/lib/config/limits";

/** In pixels. */
const LONGEST_SIDE = 2_560;
/** Smaller files are sent unchanged. */
const LARGE_BYTES = 1.5 * 1024 * 1024;

export type ImageProblem = "notPicture" | "tooLarge";

/** Scales large photos down, so that they upload in seconds. The server re-encodes every picture anyway. */
export async function prepareImage(file: Blob): Promise<Blob | ImageProblem> {
  const known = /^image\/(jpeg|png|webp|gif|heic|heif|avif|bmp)$/.test(file.type);
  if (!known) return "notPicture";
  const accepted = /^image\/(jpeg|png|webp|gif)$/.test(file.type);
  if (accepted && file.size <= LARGE_BYTES) return file;
  if (file.type !== "image/gif") {
    const smaller = await scaleDown(file).catch(() => null);
    if (smaller && (!accepted || smaller.size < file.size)) return smaller;
  }
  if (!accepted) return "notPicture";
  return file.size <= MEDIA_MAX_BYTES ? file : "tooLarge";
}

async function scaleDown(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file);
  try {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    // JPEG has no transparency.
    const type = file.type === "image/png" || file.type === "image/webp" ? "image/webp" : "image/jpeg";
    return await new Promise((resolve) => canvas.toBlob(resolve, type, 0.9));
  } finally {
    bitmap.close();
  }
}
