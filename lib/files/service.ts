import "server-only";
import { isFileKey } from "./file-key";
import { fileStore } from "./file-store";

const TYPES: Record<string, string> = { webp: "image/webp", png: "image/png", jpg: "image/jpeg" };

/**
 * Reads a public file, which only the `media` area has. Files of apps have their own routes, which authorise.
 * @returns null if there is none
 */
export async function readPublicFile(
  key: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  if (!isFileKey(key) || !key.startsWith("media/")) return null;
  const type = TYPES[key.split(".").at(-1) ?? ""];
  const bytes = type ? await fileStore().get(key) : null;
  return bytes && type ? { bytes, type } : null;
}
