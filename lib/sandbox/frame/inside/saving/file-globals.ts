/** The platform's names for the app's file system (OPFS). Shared by the page and workers. */
import { define } from "@/lib/sandbox/frame/inside/realm";
import type { FileSystem } from "@/lib/sandbox/frame/inside/shared/file-handles";
import { makeInterface, replaceMembers } from "@/lib/sandbox/frame/look-alike";

const ONLY_IN_WORKERS = "FileSystemSyncAccessHandle";
export const FILE_NAMES = [
  ...["Handle", "FileHandle", "DirectoryHandle", "WritableFileStream"].map((name) => `FileSystem${name}`),
  ONLY_IN_WORKERS,
];

/** Where `getDirectory` is: a worker has no StorageManager but ours. */
function storageManager(): { getDirectory?: () => Promise<object> } | null {
  const { storage } = navigator as Partial<Navigator>;
  return typeof StorageManager === "undefined"
    ? ((storage as object | undefined) ?? null)
    : StorageManager.prototype;
}

export function installFiles(files: FileSystem, { isWorker }: { isWorker: boolean }): void {
  const globals = globalThis as unknown as Record<string, { prototype: object } | undefined>;
  for (const { name, parent, Ours, stateOf } of files.interfaces) {
    if (name === ONLY_IN_WORKERS && !isWorker) continue;
    const native = globals[name];
    if (native) replaceMembers(native.prototype, Ours, stateOf);
    const { prototype } =
      native ?? makeInterface(name, { parent: parent === null ? null : globals[parent], Ours, stateOf });
    const { entries } = prototype as { entries?: unknown };
    if (entries) define(prototype, Symbol.asyncIterator, entries, false);
    files.prototypes.set(name, prototype);
  }
  define(storageManager()!, "getDirectory", async () => files.root());
}

export function hideFiles(): void {
  delete storageManager()?.getDirectory;
}

/** @param install calls `installFiles` */
export function installFilesOnFirstUse(install: () => void): void {
  define(storageManager()!, "getDirectory", () => {
    install();
    return storageManager()!.getDirectory!();
  });
}
