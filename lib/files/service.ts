import "server-only";
import { isFileKey } from "./file-key";
import { fileStore } from "./file-store";

const TYPES: Record<string, string> = { webp: "image/webp", png: "image/png", jpg: "image/jpeg" };

/**
 * A public file: only the `media` area. Icons and packages of apps have their own routes, which ask who may see them.
 * @returns null where there is none
 */
export async function readPublicFile(
  key: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  if (!isFileKey(key) || !key.startsWith("media/")) return null;
  const type = TYPES[key.split(".").at(-1) ?? ""];
  const bytes = type ? await fileStore().get(key) : null;
  return bytes && type ? { bytes, type } : null;
}
