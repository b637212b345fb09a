/** The platform's names for IndexedDB, and when it is installed. Shared by the page and workers. */
import {
  FILE_NAMES,
  hideFiles,
  installFilesOnFirstUse,
} from "@/lib/sandbox/frame/inside/saving/file-globals";
import { defineAccessor, define, ownerOf } from "@/lib/sandbox/frame/inside/realm";
import { alignClass } from "@/lib/sandbox/frame/look-alike";

const NAMES = [
  "indexedDB",
  ...["Cursor", "CursorWithValue", "Database", "Factory", "Index", "KeyRange", "ObjectStore"].map(
    (name) => `IDB${name}`,
  ),
  ...["OpenDBRequest", "Request", "Transaction", "VersionChangeEvent"].map((name) => `IDB${name}`),
  ...FILE_NAMES,
];

/** @param globals from the add-on, by name */
export function installDatabaseGlobals(globals: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(globals)) {
    const owner = ownerOf(name);
    if (name === "indexedDB") {
      defineAccessor(owner, name, () => value);
      continue;
    }
    alignClass(value as { prototype: object }, (owner as Record<string, unknown>)[name]);
    define(owner, name, value, false);
  }
}

/** Calls `install` when the app first uses one of the names. @returns what calls it at once */
export function installOnFirstUse(install: () => void): () => void {
  const natives = NAMES.map((name) => {
    const owner = ownerOf(name);
    return { name, owner, native: Object.getOwnPropertyDescriptor(owner, name) };
  });
  const use = (): void => {
    for (const { name, owner, native } of natives) {
      delete (owner as Record<string, unknown>)[name];
      if (native) Object.defineProperty(owner, name, native);
    }
    install();
  };
  for (const { name, owner } of natives) {
    defineAccessor(owner, name, () => {
      use();
      return (globalThis as unknown as Record<string, unknown>)[name];
    });
  }
  installFilesOnFirstUse(use);
  return use;
}

/** Scripts that look for IndexedDB or for files find none, instead of getting a SecurityError. */
export function hideDatabases(): void {
  hideFiles();
  defineAccessor(ownerOf("indexedDB"), "indexedDB", () => undefined);
}
