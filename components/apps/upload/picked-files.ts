import { PACKAGE_LIMITS } from "@/lib/package/limits";
import { isSystemFile } from "@/lib/package/system-file";

/** What the user chose: one file, or the files of a folder by path. */
export type Picked =
  { kind: "file"; file: File } | { kind: "folder"; name: string; files: Map<string, File> };

/** More than a package may have: the check says so. */
const filesMax = (): number => PACKAGE_LIMITS.entries + 1;

/** What was chosen with an input. */
export function pickedFrom(files: readonly File[]): Picked | null {
  const first = files[0];
  if (!first) return null;
  if (files.length === 1 && !first.webkitRelativePath) return { kind: "file", file: first };
  const entries = files.map((file) => [file.webkitRelativePath || file.name, file] as const);
  return folderOf(entries);
}

/** What was dropped, folders included; null where none of it is a file. */
export async function pickedFromDrop(data: DataTransfer): Promise<Picked | null> {
  // The list empties when the event handler returns, so everything is read before the first await.
  const roots = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const plain = [...data.files];
  if (!roots.some((entry) => entry.isDirectory)) return pickedFrom(plain);
  const found: [string, File][] = [];
  for (const root of roots) await walk(root, found);
  return found.length > 0 ? folderOf(found) : null;
}

async function walk(entry: FileSystemEntry, found: [string, File][]): Promise<void> {
  if (found.length >= filesMax()) return;
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    found.push([path, file]);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const children = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (children.length === 0) return;
    for (const child of children) await walk(child, found);
  }
}

/** Makes paths relative to the top folder, where all files are in one. */
function folderOf(entries: readonly (readonly [string, File])[]): Picked {
  const top = entries[0]![0].split("/")[0]!;
  const inFolder = entries.every(([path]) => path.startsWith(`${top}/`));
  const relative = entries
    .map(([path, file]) => [inFolder ? path.slice(top.length + 1) : path, file] as const)
    .filter(([path]) => !isSystemFile(path) && !/(^|\/)(\.git|node_modules)\//.test(path));
  return { kind: "folder", name: inFolder ? top : "app", files: new Map(relative.slice(0, filesMax())) };
}
