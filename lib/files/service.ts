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
  if (!key.startsWith("media/")) return null;
  return readPicture(key);
}

/** Reads a picture that moderators took away. The caller has checked that a moderator asks. */
export function readHeldFile(name: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  return readPicture(`held/${name}`);
}

async function readPicture(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  if (!isFileKey(key)) return null;
  const type = TYPES[key.split(".").at(-1) ?? ""];
  const bytes = type ? await fileStore().get(key) : null;
  return bytes && type ? { bytes, type } : null;
}

const heldKey = (key: string): string => key.replace(/^media\//, "held/");

/** Takes public files out of reach, or back. One that is not there, or is there already, stays as it is. */
export async function moveFiles(keys: string[], to: "held" | "public"): Promise<void> {
  for (const key of keys) {
    const [from, target] = to === "held" ? [key, heldKey(key)] : [heldKey(key), key];
    const bytes = await fileStore().get(from);
    if (!bytes) continue;
    await fileStore().put(target, bytes);
    await fileStore().delete(from);
  }
}

/** Deletes files that are out of reach. */
export async function dropHeldFiles(keys: string[]): Promise<void> {
  for (const key of keys) await fileStore().delete(heldKey(key));
}
