/** What the app's file system (OPFS) asks of the page, which has the files: directly, or over a port from a worker. */

export type FileKind = "file" | "directory";
/** Names from the root; the root itself has none. */
export type FilePath = readonly string[];
/** As in the standard; the first and the last may be held several times. */
export type LockMode = "siloed" | "exclusive" | "readwrite" | "read-only";

export interface SavedFile {
  bytes: Uint8Array<ArrayBuffer>;
  lastModified: number;
}

export interface FileLock {
  id: number;
  mode: LockMode;
  /** How large the file may become. */
  limitBytes: number;
}

export interface FileChange {
  size: number;
  chunks: [index: number, bytes: Uint8Array<ArrayBuffer>][];
  /** Nothing is left of what was there before. */
  isWhole: boolean;
}

/** A file is stored in pieces, so that a change rewrites only some of it. A page of a database on the device holds three. */
export const CHUNK_BYTES = 32 * 1024;

/** Each rejects with a DOMException as the standard names it. */
export interface FileService {
  open(path: FilePath, kind: FileKind, creates: boolean): Promise<void>;
  list(path: FilePath): Promise<[name: string, kind: FileKind][]>;
  remove(path: FilePath, isRecursive: boolean): Promise<void>;
  move(from: FilePath, to: FilePath): Promise<void>;
  read(path: FilePath): Promise<SavedFile>;
  lock(path: FilePath, mode: LockMode): Promise<FileLock>;
  /**
   * @returns `limitBytes`; null, with nothing changed, if only the whole file will do: what is saved is not what the change began
   * with, because another stream has written the file or an earlier change failed
   */
  write(lock: number, change: FileChange): Promise<number | null>;
  unlock(lock: number): Promise<void>;
}

const MESSAGES = {
  NotFoundError: "A requested file or directory could not be found at the time an operation was processed.",
  TypeMismatchError: "The path supplied exists, but was not an entry of requested type.",
  InvalidModificationError: "The object can not be modified in this way.",
  NoModificationAllowedError: "An attempt was made to modify an object where modifications are not allowed.",
  InvalidStateError: "The access handle was already closed.",
};

export const fileError = (name: keyof typeof MESSAGES): DOMException =>
  new DOMException(MESSAGES[name], name);
