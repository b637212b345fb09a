import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import { PACKAGE_LIMITS } from "@/lib/package/limits";

/** The files of the playground by path. Immutable: an edit makes a new map and new bytes. */
export type Project = ReadonlyMap<string, Uint8Array>;

const TEXT_FILE = /\.(html?|css|m?js|cjs|ts|json|md|txt|svg|csv|xml|glsl|vert|frag|webmanifest)$/i;

/** True for files that the editor opens. */
export function isTextFile(path: string): boolean {
  return TEXT_FILE.test(path);
}

export function textOf(project: Project, path: string): string {
  return new TextDecoder().decode(project.get(path));
}

export function withText(project: Project, path: string, text: string): Project {
  return new Map(project).set(path, new TextEncoder().encode(text));
}

export function withoutFile(project: Project, path: string): Project {
  return new Map([...project].filter(([name]) => name !== path));
}

export function renamed(project: Project, from: string, to: string): Project {
  return new Map([...project].map(([path, bytes]) => [path === from ? to : path, bytes]));
}

/** True for a well-formed relative path; the package check says the rest. */
export function isUsablePath(path: string): boolean {
  return path.length > 0 && path.length <= 200 && !/^\/|\\|\/\/|(^|\/)\.\.?(\/|$)|\/$/.test(path);
}

export function projectBytes(project: Project): number {
  let bytes = 0;
  for (const content of project.values()) bytes += content.length;
  return bytes;
}

/** The name in the manifest; null where it has none or is not valid JSON. */
export function projectName(project: Project): string | null {
  try {
    const { name } = JSON.parse(textOf(project, "manifest.json")) as { name?: unknown };
    return typeof name === "string" && name.trim() ? name.trim() : null;
  } catch {
    return null;
  }
}

/** A URL with line and column in a stack trace. */
const STACK_PLACE = /([^\s()@]+):(\d+):\d+/g;

/** Where in the project an error happened: its own source, else the first frame of its stack that is in the project. */
export function placeOf(
  { source, line, stack }: { source: string; line: number; stack: string },
  project: Project,
): { file: string; line: number } | null {
  const named = [...stack.matchAll(STACK_PLACE)].map(([, address, at]) => [address!, Number(at)] as const);
  for (const [address, at] of [[source, line] as const, ...named]) {
    const file = pathOf(address);
    if (file !== null && project.has(file)) return { file, line: at };
  }
  return null;
}

/** The path in the package of a URL inside the frame: `app.js` for `http://127.0.0.1:3000/app.js?x`. */
function pathOf(address: string): string | null {
  try {
    return decodeURIComponent(new URL(address, "http://frame/").pathname.slice(1));
  } catch {
    return null;
  }
}

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
    const room = new Uint8Array(Math.ceil(PACKAGE_LIMITS.packedBytes * 1.5));
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

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
