import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import { fromBase64, toBase64 } from "@/lib/projects/base64";
import { isUsablePath } from "@/lib/projects/rules";
import { isTextFile, type Project } from "./project";

/** What a link may hold, inflated: files as base64. */
const LINK_PROJECT_MAX_BYTES = 15 * 1024 * 1024;

/**
 * A project as text for a URL: texts as they are, other files in base64, all deflated. The server stores nothing; the
 * link holds the files.
 */
export function encodeProject(project: Project): string {
  const files = [...project].map(([path, bytes]) =>
    isTextFile(path) ? [path, new TextDecoder().decode(bytes)] : [path, toBase64(bytes), 1],
  );
  return toBase64(deflateSync(strToU8(JSON.stringify({ v: 1, files })), { level: 9 }))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

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
