import { CallRefused } from "@/lib/sandbox/host/host-calls";

/** In pixels; the first that fits is taken. */
const SIDES = [800, 560, 400, 280];

/** Scales a picture of an app down: one of the whole screen is larger than a post shows it. @throws CallRefused invalid */
export async function smallPicture(image: Blob, maxBytes: number): Promise<Blob> {
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
      if (made && made.size <= maxBytes) return made;
    }
  } finally {
    bitmap.close();
  }
  throw new CallRefused("invalid", "The picture is too detailed.");
}
