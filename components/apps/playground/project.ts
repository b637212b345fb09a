import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import { PACKAGE_LIMITS } from "@/lib/package/limits";

/** The files of the playground, by path. Contents never change in place: an edit makes new bytes. */
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
  const rest = new Map(project);
  rest.delete(path);
  return rest;
}

export function renamed(project: Project, from: string, to: string): Project {
  return new Map([...project].map(([path, bytes]) => [path === from ? to : path, bytes]));
}

/** A path that a file of a package may have, as far as an editor needs to care; the check says the rest. */
export function isUsablePath(path: string): boolean {
  return path.length > 0 && path.length <= 200 && !/^\/|\\|\/\/|(^|\/)\.\.?(\/|$)|\/$/.test(path);
}

export function projectBytes(project: Project): number {
  let bytes = 0;
  for (const content of project.values()) bytes += content.length;
  return bytes;
}

/** The name that the manifest gives; null where there is none to be read. */
export function projectName(project: Project): string | null {
  try {
    const { name } = JSON.parse(textOf(project, "manifest.json")) as { name?: unknown };
    return typeof name === "string" && name.trim() ? name.trim() : null;
  } catch {
    return null;
  }
}

/** Addresses with line and column, as a stack names them. */
const STACK_PLACE = /([^\s()@]+):(\d+):\d+/g;

/** Where in the project an error happened: what it names itself, else the first place of its stack; null if neither. */
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

/** The path in the package behind an address inside the frame: `http://127.0.0.1:3000/app.js?x` is `app.js`. */
function pathOf(address: string): string | null {
  try {
    return decodeURIComponent(new URL(address, "http://frame/").pathname.slice(1));
  } catch {
    return null;
  }
}

/**
 * A project as a text for an address: texts as they are, other files in base64, all deflated. Nothing of it is stored
 * anywhere; whoever has the link has the files.
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

/** The project of such a text; null where it is none, damaged, or too large for a package. */
export function decodeProject(text: string): Project | null {
  try {
    const packed = fromBase64(text.replace(/-/g, "+").replace(/_/g, "/"));
    // A link is anybody's: no more is unpacked than a package may have, base64 included.
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
