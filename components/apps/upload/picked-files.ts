import { whyLeftOut, type LeftOut, type LeftOutKind } from "@/lib/package/folder-rules";
import { PACKAGE_LIMITS } from "@/lib/package/limits";

/** What the user chose: one file, or the files of a folder by path. */
export type Picked = { kind: "file"; file: File } | PickedFolder;

export type PickedFolder = {
  kind: "folder";
  name: string;
  /** One more than a package may have, if there are more. */
  files: Map<string, File>;
  leftOut: LeftOut[];
  /** A file of a node_modules that was left out; null if there is none. */
  openModule: (path: string) => Promise<File | null>;
};

/** A chosen file or folder that the browser cannot read: it may not, or what was there is gone. */
export class UnreadableFile extends Error {
  constructor(
    readonly path: string,
    cause: unknown,
  ) {
    super(`${path} cannot be read`, { cause });
  }
}

/** @throws UnreadableFile */
export async function bytesOf(file: File, path = file.name): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new UnreadableFile(path, error);
  }
}

const filesMax = (): number => PACKAGE_LIMITS.entries + 1;

/** What was chosen with an input; null where none of it can be of an app. */
export function pickedFrom(files: readonly File[]): Picked | null {
  const first = files[0];
  if (!first) return null;
  if (files.length === 1 && !first.webkitRelativePath) return { kind: "file", file: first };
  const found = new Found();
  const modules = new Map<string, File>();
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    const out = leftOutAt(path);
    if (out) found.leaveOut(out.path, out.kind);
    else found.add(path, file);
    if (out?.kind === "modules") modules.set(path, file);
  }
  if (found.isEmpty) return null;
  return found.folder(async (path) => modules.get(path) ?? null);
}

/** The first part of a path that is left out. The folder that was chosen may have any name. */
function leftOutAt(path: string): { path: string; kind: LeftOutKind } | null {
  const parts = path.split("/");
  for (let depth = parts.length > 1 ? 1 : 0; depth < parts.length; depth++) {
    const kind = whyLeftOut(parts[depth]!, depth === parts.length - 1);
    if (kind) return { path: parts.slice(0, depth + 1).join("/"), kind };
  }
  return null;
}

/**
 * What was dropped, folders included; null where none of it can be of an app.
 * @throws UnreadableFile
 */
export async function pickedFromDrop(data: DataTransfer): Promise<Picked | null> {
  // The list empties when the event handler returns, so everything is read before the first await.
  const roots = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const plain = [...data.files];
  if (!roots.some((entry) => entry.isDirectory)) return pickedFrom(plain);
  const found = new Found();
  const modules = new Map<string, FileSystemDirectoryEntry>();
  const [only, second] = roots;
  if (only && !second) for await (const child of childrenOf(only)) await walk(child, found, modules);
  else for (const root of roots) await walk(root, found, modules);
  if (found.isEmpty) return null;
  return found.folder(async (path) => {
    for (const [folder, entry] of modules) {
      if (path.startsWith(`${folder}/`)) return fileIn(entry, path.slice(folder.length + 1));
    }
    return null;
  });
}

async function walk(
  entry: FileSystemEntry,
  found: Found,
  modules: Map<string, FileSystemDirectoryEntry>,
): Promise<void> {
  if (found.isFull) return;
  const path = pathOf(entry);
  const kind = whyLeftOut(entry.name, entry.isFile);
  if (kind) found.leaveOut(path, kind);
  if (kind === "modules" && entry.isDirectory) modules.set(path, entry as FileSystemDirectoryEntry);
  if (kind) return;
  if (entry.isFile) return found.add(path, await fileOf(entry as FileSystemFileEntry));
  for await (const child of childrenOf(entry)) await walk(child, found, modules);
}

const pathOf = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\//, "");
const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) =>
    entry.file(resolve, (error) => reject(new UnreadableFile(pathOf(entry), error))),
  );

async function* childrenOf(entry: FileSystemEntry): AsyncGenerator<FileSystemEntry> {
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const children = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, (error) => reject(new UnreadableFile(pathOf(entry), error))),
    );
    if (children.length === 0) return;
    yield* children;
  }
}

async function fileIn(folder: FileSystemDirectoryEntry, path: string): Promise<File | null> {
  const entry = await new Promise<FileSystemEntry | null>((resolve) =>
    folder.getFile(path, {}, resolve, () => resolve(null)),
  );
  return entry && fileOf(entry as FileSystemFileEntry);
}

class Found {
  private readonly files: [path: string, file: File][] = [];
  private readonly leftOut = new Map<string, LeftOutKind>();

  get isFull(): boolean {
    return this.files.length >= filesMax();
  }
  get isEmpty(): boolean {
    return this.files.length === 0 && this.leftOut.size === 0;
  }
  add(path: string, file: File): void {
    if (!this.isFull) this.files.push([path, file]);
  }
  leaveOut(path: string, kind: LeftOutKind): void {
    if (kind !== "system") this.leftOut.set(path, kind);
  }

  /** Not while it is empty. Makes paths relative to the top folder, where everything is in one. @param openModule takes a path as it was found */
  folder(openModule: (path: string) => Promise<File | null>): PickedFolder {
    const paths = [...this.files.map(([path]) => path), ...this.leftOut.keys()];
    const top = `${paths[0]!.split("/")[0]}/`;
    const isBelow = paths.every((path) => path.startsWith(top));
    const relative = (path: string) => (isBelow ? path.slice(top.length) : path);
    return {
      kind: "folder",
      name: isBelow ? top.slice(0, -1) : "app",
      files: new Map(this.files.map(([path, file]) => [relative(path), file])),
      leftOut: [...this.leftOut].map(([path, kind]) => ({ name: relative(path), kind, named: 0 })),
      openModule: (path) => openModule(isBelow ? top + path : path),
    };
  }
}
