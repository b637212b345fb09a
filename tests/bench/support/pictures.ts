import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { localFileStore } from "@/lib/server/clients/local-file-store";
import type { BenchContext } from "./bench";

const FILES = "/api/files/";

type Picture = { key: string; bytes: Uint8Array };

/** The pictures that a page shows, as large as the page says they are. The seed has their names only. */
export async function picturesOf(html: string): Promise<Picture[]> {
  const shown = new Map<string, string>();
  for (const [tag, key] of html.matchAll(/<img src="\/api\/files\/([^"?]+)"[^>]*>/g)) shown.set(key!, tag);
  const [face, photo] = [await webp(256, 256), await webp(1600, 1200)];
  return [...shown].map(([key, tag]) => ({ key, bytes: tag.includes('width="1600"') ? photo : face }));
}

/** Gives them to the product of this bench. */
export async function storePictures(context: BenchContext, pictures: readonly Picture[]): Promise<void> {
  const store = localFileStore(path.join(context.dir, "product", "files"));
  for (const { key, bytes } of pictures) await store.put(key, bytes);
}

/** Lays them into the public folder of a bare Next application, under the same addresses. */
export async function layPictures(folder: string, pictures: readonly Picture[]): Promise<void> {
  for (const { key, bytes } of pictures) {
    const file = path.join(folder, "public", FILES, key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** Neither one colour nor noise: compressed and decoded like a photograph. */
async function webp(width: number, height: number): Promise<Uint8Array> {
  const small = Uint8Array.from({ length: 48 * 48 * 3 }, (_, index) => (index * 7_919) % 251);
  const picture = sharp(small, { raw: { width: 48, height: 48, channels: 3 } });
  return picture.resize(width, height, { fit: "fill" }).webp({ quality: 80 }).toBuffer();
}
