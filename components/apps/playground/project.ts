import type { ComparedFile } from "@/lib/apps/compare-contract";
import { isTextFile, textOf, withText, type FilesInMemory } from "@/lib/package/file-texts";
import type { PackageFiles } from "@/lib/package/package-files";
import type { FindSource } from "./compile/source-map";

/** The files of the playground by path. Immutable: an edit makes a new map and new bytes. */
export type Project = FilesInMemory;

export { isTextFile, textOf, withText };

/** The answers to an app's requests while it is tried out. Stays out of packages. */
export const NETWORK_FILE = ".network.json";

/** The files of a package, all in memory. */
export function toProject(files: PackageFiles): Project {
  return new Map(Array.from(files.keys(), (path) => [path, files.get(path)!]));
}

export function isSameBytes(
  one: Uint8Array | null | undefined,
  other: Uint8Array | null | undefined,
): boolean {
  if (!one || !other) return !one && !other;
  return one === other || (one.length === other.length && one.every((byte, at) => byte === other[at]));
}

/** What goes into the package. */
export function packedFiles(project: Project): Project {
  return new Map([...project].filter(([path]) => path !== NETWORK_FILE));
}

/** Whether the packages of two states are the same. Edits leave the bytes of other files as they are. */
export function isSamePackage(one: Project, other: Project): boolean {
  const [files, others] = [packedFiles(one), packedFiles(other)];
  return files.size === others.size && [...files].every(([path, bytes]) => others.get(path) === bytes);
}

/** The files that differ between two states, ordered by path. */
export function changedFiles(before: Project, after: Project): ComparedFile[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path): ComparedFile[] => {
    const [old, current] = [before.get(path), after.get(path)];
    if (isSameBytes(old, current)) return [];
    const kind = !old ? "added" : current ? "changed" : "removed";
    return [{ path, kind, before: old?.length ?? null, after: current?.length ?? null }];
  });
}

/** Whether `path` is `of`, or lies in that folder. */
export const isIn = (path: string, of: string): boolean => path === of || path.startsWith(`${of}/`);

/** Renames a file or folder; `from` and `to` are full paths. */
export function moved(project: Project, from: string, to: string): Project {
  const inside = `${from}/`;
  return new Map(
    [...project].map(([path, bytes]) => [
      path === from ? to : path.startsWith(inside) ? `${to}/${path.slice(inside.length)}` : path,
      bytes,
    ]),
  );
}

export type FileRow = { kind: "folder" | "file"; path: string; name: string; depth: number };

/** The file tree as rows: folders before files; closed folders without their children. */
export function fileRows(project: Project, closed: ReadonlySet<string>): FileRow[] {
  const rows: FileRow[] = [];
  const add = (folder: string, depth: number) => {
    const prefix = folder && `${folder}/`;
    const inside = [...project.keys()].filter((path) => path.startsWith(prefix));
    const nameOf = (path: string) => path.slice(prefix.length).split("/")[0]!;
    const isFile = (path: string) => !path.slice(prefix.length).includes("/");
    const folders = new Set(inside.filter((path) => !isFile(path)).map(nameOf));
    for (const name of [...folders].sort((a, b) => a.localeCompare(b))) {
      const path = prefix + name;
      rows.push({ kind: "folder", path, name, depth });
      if (!closed.has(path)) add(path, depth + 1);
    }
    for (const path of inside.filter(isFile).sort((a, b) => a.localeCompare(b)))
      rows.push({ kind: "file", path, name: nameOf(path), depth });
  };
  add("", 0);
  return rows;
}

export type Found = { path: string; line: number; text: string };

/** Finds the lines of text files that contain `text`, ignoring case, up to `limit`. */
export function findInFiles(project: Project, text: string, limit: number): Found[] {
  const wanted = text.toLowerCase();
  const found: Found[] = [];
  if (!wanted) return found;
  for (const path of [...project.keys()].filter(isTextFile).sort((a, b) => a.localeCompare(b))) {
    const lines = textOf(project, path).split("\n");
    for (const [index, line] of lines.entries()) {
      const at = line.toLowerCase().indexOf(wanted);
      if (at < 0) continue;
      // Minified files have one long line.
      const from = Math.max(0, at - 40);
      found.push({ path, line: index + 1, text: line.slice(from, at + wanted.length + 80).trim() });
      if (found.length === limit) return found;
    }
  }
  return found;
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

/** Finds sources, by the file that was built of them. */
export type Sources = ReadonlyMap<string, FindSource>;

/** A URL with line and column in a stack trace. */
const STACK_PLACE = /([^\s()@]+):(\d+):(\d+)/g;

/**
 * Where in the project an error happened: its own source, else the first frame of its stack that is in the project.
 * @param sources of files that were built
 */
export function placeOf(
  { source, line, stack }: { source: string; line: number; stack: string },
  project: Project,
  sources: Sources = new Map(),
): { file: string; line: number } | null {
  const named = [...stack.matchAll(STACK_PLACE)].map(
    ([, address, at, column]) => [address!, Number(at), Number(column)] as const,
  );
  for (const [address, at, column] of [[source, line, undefined] as const, ...named]) {
    const file = pathOf(address);
    const find = file === null ? undefined : sources.get(file);
    const place = find ? find(at, column) : file !== null && { file, line: at };
    if (place && project.has(place.file)) return { file: place.file, line: place.line };
  }
  return null;
}

/** A stack as of the sources: what was built is no file that the person has. */
export function withSourcePlaces(stack: string, sources: Sources): string {
  if (sources.size === 0) return stack;
  return stack.replace(STACK_PLACE, (whole, address: string, at: string, column: string) => {
    const file = pathOf(address);
    const place = file === null ? null : sources.get(file)?.(Number(at), Number(column));
    if (!place) return whole;
    const path = place.file.split("/").map(encodeURIComponent).join("/");
    const shown = URL.canParse(address) ? new URL(`/${path}`, address).href : path;
    return `${shown}:${place.line}:${place.column}`;
  });
}

/** The path in the package of a URL inside the frame: `app.js` for `http://127.0.0.1:3000/app.js?x`. */
function pathOf(address: string): string | null {
  try {
    return decodeURIComponent(new URL(address, "http://frame/").pathname.slice(1));
  } catch {
    return null;
  }
}
