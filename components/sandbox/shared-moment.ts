/** A moment that an app shares, as a post sends it. */
import type { SharedMoment } from "@/lib/posts/draft-storage";
import { CARD_PICTURE_MAX_BYTES } from "@/lib/config/limits";
import { CallRefused, type HostServices } from "@/lib/sandbox/host/host-calls";

export type AppMoment = Parameters<NonNullable<HostServices["share"]>>[0];

/** In pixels; the first that fits is taken. */
const SIDES = [800, 560, 400, 280];

/** @throws CallRefused invalid */
export async function sharedMoment({ state, href, image, alt }: AppMoment): Promise<SharedMoment> {
  // The frame has made it, unless the app speaks to the host by itself.
  if (!isJson(state)) throw new CallRefused("invalid", "The state is not JSON.");
  return { state, href, image: image && { data: await base64Of(await smallPicture(image)), alt } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A picture of the screen is larger than a post shows it. @throws CallRefused invalid */
async function smallPicture(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image).catch(() => {
    throw new CallRefused("invalid", "The picture cannot be read.");
  });
  try {
    for (const side of SIDES) {
      const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(bitmap.width * scale));
      canvas.height = Math.max(1, Math.round(bitmap.height * scale));
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      // Where WebP cannot be written, this is a PNG.
      const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.85));
      if (made && made.size <= CARD_PICTURE_MAX_BYTES) return made;
    }
  } finally {
    bitmap.close();
  }
  throw new CallRefused("invalid", "The picture is too detailed.");
}

export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(new CallRefused("invalid", "The picture cannot be read."));
    reader.readAsDataURL(file);
  });
}
