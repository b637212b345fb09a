/**
 * The files of the app's file system (OPFS). They are records of a database beside the app's own, so they are saved, counted and
 * deleted as those are.
 */
import type FDBFactory from "fake-indexeddb/build/esm/FDBFactory.js";
import FDBKeyRange from "fake-indexeddb/build/esm/FDBKeyRange.js";
import {
  CHUNK_BYTES,
  fileError,
  type FileChange,
  type FileKind,
  type FileLock,
  type FilePath,
  type FileService,
  type LockMode,
  type SavedFile,
} from "@/lib/sandbox/frame/inside/shared/file-service";

/** The app does not find it among its own. */
export const FILES_DATABASE = "gum:files";

interface Entry {
  kind: FileKind;
  size: number;
  lastModified: number;
}

/** Entries are known by folder and name, chunks by their index too. */
interface Stores {
  entries: IDBObjectStore;
  chunks: IDBObjectStore;
}

interface HeldLock {
  path: string;
  target: FilePath;
  mode: LockMode;
  /** See `FileService.write`. */
  needsWhole: boolean;
}

const SHARED: readonly LockMode[] = ["siloed", "read-only"];

const folderOf = (path: FilePath): string => path.slice(0, -1).join("/");
const keyOf = (path: FilePath): [folder: string, name: string] => [folderOf(path), path.at(-1)!];
/** All keys that begin with these. */
const beginning = (...keys: string[]): IDBKeyRange => range(keys, [...keys, []]);

export class FileStore implements FileService {
  readonly #factory: IDBFactory;
  readonly #spareBytes: () => number;
  readonly #locks = new Map<number, HeldLock>();
  #lastLock = 0;
  #database: Promise<IDBDatabase> | null = null;

  constructor(factory: FDBFactory, spareBytes: () => number) {
    this.#factory = factory as unknown as IDBFactory;
    this.#spareBytes = spareBytes;
  }

  async open(path: FilePath, kind: FileKind, creates: boolean): Promise<void> {
    if (await this.#run("readonly", (stores) => isThere(stores, path, kind))) return;
    if (!creates) throw fileError("NotFoundError");
    await this.#run("readwrite", async (stores) => {
      if (await isThere(stores, path, kind)) return;
      await create(stores, path, { kind, size: 0, lastModified: Date.now() });
    });
  }

  list(path: FilePath): Promise<[name: string, kind: FileKind][]> {
    return this.#run("readonly", async (stores) => {
      if (!(await isThere(stores, path, "directory"))) throw fileError("NotFoundError");
      const children = beginning(path.join("/"));
      const [keys, entries] = await Promise.all([
        answerTo(stores.entries.getAllKeys(children)),
        answerTo(stores.entries.getAll(children) as IDBRequest<Entry[]>),
      ]);
      return keys.map((key, at) => [(key as string[])[1]!, entries[at]!.kind]);
    });
  }

  async remove(path: FilePath, isRecursive: boolean): Promise<void> {
    this.#refuseIfLocked(path);
    await this.#run("readwrite", async (stores) => {
      const entry = await find(stores, path);
      if (!entry) throw fileError("NotFoundError");
      const isFull =
        entry.kind === "directory" && (await answerTo(stores.entries.count(beginning(path.join("/"))))) > 0;
      if (isFull && !isRecursive) throw fileError("InvalidModificationError");
      erase(stores, path);
    });
  }

  async move(from: FilePath, to: FilePath): Promise<void> {
    if (from.join("/") === to.join("/")) return;
    this.#refuseIfLocked(from);
    this.#refuseIfLocked(to);
    await this.#run("readwrite", async (stores) => {
      const entry = await findFile(stores, from);
      const target = await find(stores, to);
      if (target?.kind === "directory") throw fileError("InvalidModificationError");
      const chunks = await chunksOf(stores, from);
      erase(stores, from);
      erase(stores, to);
      await create(stores, to, entry);
      for (const [index, bytes] of chunks) stores.chunks.put(bytes, [...keyOf(to), index]);
    });
  }

  read(path: FilePath): Promise<SavedFile> {
    return this.#run("readonly", async (stores) => {
      const entry = await findFile(stores, path);
      const bytes = new Uint8Array(entry.size);
      for (const [index, chunk] of await chunksOf(stores, path)) bytes.set(chunk, index * CHUNK_BYTES);
      return { bytes, lastModified: entry.lastModified };
    });
  }

  async lock(target: FilePath, mode: LockMode): Promise<FileLock> {
    const path = target.join("/");
    for (const other of this.#locks.values())
      if (other.path === path && (other.mode !== mode || !SHARED.includes(mode)))
        throw fileError("NoModificationAllowedError");
    const id = (this.#lastLock += 1);
    this.#locks.set(id, { path, target, mode, needsWhole: false });
    try {
      const { size } = await this.#run("readonly", (stores) => findFile(stores, target));
      return { id, mode, limitBytes: size + this.#spareBytes() };
    } catch (error) {
      this.#locks.delete(id);
      throw error;
    }
  }

  async write(id: number, { size, chunks, isWhole }: FileChange): Promise<number | null> {
    const lock = this.#locks.get(id)!;
    const { target, path } = lock;
    for (const other of this.#locks.values())
      if (other !== lock && other.path === path) other.needsWhole = true;
    try {
      const isWritten = await this.#run("readwrite", async (stores) => {
        // Once this answers, it is known whether the changes before have failed.
        await find(stores, target);
        if (lock.needsWhole && !isWhole) return false;
        const key = keyOf(target);
        await create(stores, target, { kind: "file", size, lastModified: Date.now() });
        const gone = isWhole ? 0 : Math.ceil(size / CHUNK_BYTES);
        stores.chunks.delete(range([...key, gone], [...key, []]));
        for (const [index, bytes] of chunks) stores.chunks.put(bytes, [...key, index]);
        return true;
      });
      if (!isWritten) return null;
    } catch (error) {
      lock.needsWhole = true;
      throw error;
    }
    if (isWhole) lock.needsWhole = false;
    return size + this.#spareBytes();
  }

  async unlock(lock: number): Promise<void> {
    this.#locks.delete(lock);
  }

  #refuseIfLocked(path: FilePath): void {
    const start = path.join("/");
    const isIn = (locked: string): boolean =>
      start === "" || locked === start || locked.startsWith(`${start}/`);
    for (const { path: locked } of this.#locks.values())
      if (isIn(locked)) throw fileError("NoModificationAllowedError");
  }

  /** Rejects, with nothing changed, if `work` does or the transaction is aborted. */
  async #run<T>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<T>): Promise<T> {
    const database = await (this.#database ??= this.#open());
    const transaction = database.transaction(["entries", "chunks"], mode);
    const completed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException("Aborted", "AbortError"));
    });
    completed.catch(() => undefined);
    const stores = {
      entries: transaction.objectStore("entries"),
      chunks: transaction.objectStore("chunks"),
    };
    let value: T;
    try {
      value = await work(stores);
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // The error has aborted it.
      }
      throw error;
    }
    if (mode === "readwrite") await completed;
    return value;
  }

  async #open(): Promise<IDBDatabase> {
    const request = this.#factory.open(FILES_DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries");
      request.result.createObjectStore("chunks");
    };
    try {
      return await answerTo(request);
    } catch (error) {
      this.#database = null;
      throw error;
    }
  }
}

function range(lower: IDBValidKey, upper: IDBValidKey): IDBKeyRange {
  return new FDBKeyRange(lower, upper, false, false) as unknown as IDBKeyRange;
}

function answerTo<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });
}

const ROOT: Entry = { kind: "directory", size: 0, lastModified: 0 };

async function find({ entries }: Stores, path: FilePath): Promise<Entry | undefined> {
  return path.length ? answerTo(entries.get(keyOf(path)) as IDBRequest<Entry | undefined>) : ROOT;
}

/** @throws TypeMismatchError */
async function isThere(stores: Stores, path: FilePath, kind: FileKind): Promise<boolean> {
  const entry = await find(stores, path);
  if (entry && entry.kind !== kind) throw fileError("TypeMismatchError");
  return entry !== undefined;
}

/** @throws NotFoundError, TypeMismatchError */
async function findFile(stores: Stores, path: FilePath): Promise<Entry> {
  const entry = await find(stores, path);
  if (!entry) throw fileError("NotFoundError");
  if (entry.kind !== "file") throw fileError("TypeMismatchError");
  return entry;
}

/** @throws NotFoundError without its folder */
async function create(stores: Stores, path: FilePath, entry: Entry): Promise<void> {
  const folder = await find(stores, path.slice(0, -1));
  if (folder?.kind !== "directory") throw fileError("NotFoundError");
  stores.entries.put(entry, keyOf(path));
}

async function chunksOf({ chunks }: Stores, path: FilePath): Promise<[index: number, bytes: Uint8Array][]> {
  const all = beginning(...keyOf(path));
  const [keys, pieces] = await Promise.all([
    answerTo(chunks.getAllKeys(all)),
    answerTo(chunks.getAll(all) as IDBRequest<Uint8Array[]>),
  ]);
  return keys.map((key, at) => [(key as [string, string, number])[2], pieces[at]!]);
}

/** With all that is below. */
function erase({ entries, chunks }: Stores, path: FilePath): void {
  const inside = path.join("/");
  for (const store of [entries, chunks]) {
    if (path.length === 0) {
      store.clear();
      continue;
    }
    store.delete(beginning(...keyOf(path)));
    store.delete(beginning(inside));
    // What follows "/" is "0".
    store.delete(range([`${inside}/`], [`${inside}0`]));
  }
}
