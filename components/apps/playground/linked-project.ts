import { inflateSync, strFromU8 } from "fflate";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import { fromBase64 } from "@/lib/projects/base64";
import { isUsablePath } from "@/lib/projects/rules";
import type { Project } from "./project";

/** What a link may hold, inflated: files as base64. */
const LINK_PROJECT_MAX_BYTES = 15 * 1024 * 1024;

/** Reverses `encodeProject`; null where the text is damaged or too large for a package. */
export function decodeProject(text: string): Project | null {
  try {
    const packed = fromBase64(text.replace(/-/g, "+").replace(/_/g, "/"));
    // Anybody may make a link: inflates no more than a package may have, base64 included.
    const room = new Uint8Array(LINK_PROJECT_MAX_BYTES);
    const { v, files } = JSON.parse(strFromU8(inflateSync(packed, { out: room }))) as {
      v: unknown;
      files: unknown;
    };
    if (v !== 1 || !Array.isArray(files) || files.length > PACKAGE_LIMITS.entries) return null;
    const project = new Map<string, Uint8Array>();
    for (const [path, content, binary] of files as unknown[][]) {
      if (typeof path !== "string" || typeof content !== "string" || !isUsablePath(path)) return null;
      project.set(path, binary === 1 ? fromBase64(content) : new TextEncoder().encode(content));
    }
    return project.size > 0 ? project : null;
  } catch {
    return null;
  }
}
