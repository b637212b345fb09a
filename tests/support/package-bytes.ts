import { strToU8, zipSync } from "fflate";

/** A package of texts and bytes, with the manifest given; no more is put into it. */
export function makePackage(manifest: object, files: Record<string, string | Uint8Array>): Buffer {
  const entries = Object.entries({ "manifest.json": JSON.stringify(manifest, null, 2), ...files });
  const bytes = entries.map(([path, content]) => [
    path,
    typeof content === "string" ? strToU8(content) : content,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>));
}
