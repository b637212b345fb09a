import type { Archive } from "./archive";

/** Files to be packed one after the other; those in memory need no `read`. */
export type PackableFiles = Pick<ReadonlyMap<string, Uint8Array>, "size" | "keys"> &
  (
    | { get(path: string): Uint8Array | undefined; read?: undefined; sizeOf?: undefined }
    | { read(path: string): Promise<Uint8Array>; sizeOf(path: string): number }
  );

/** The files of a package: paths relative to the manifest's folder, in NFC, and contents. */
export type PackageFiles = PackableFiles &
  Pick<Map<string, Uint8Array>, "has" | "get" | "delete"> & {
    set(path: string, content: Uint8Array): unknown;
  };

/** Files of an archive, inflated each time they are read: a package need not fit into memory unpacked. */
export class ArchiveFiles {
  readonly #archive: Archive;
  /** Path in the package → path in the archive. */
  readonly #paths: Map<string, string>;
  /** What was set here. */
  readonly #own = new Map<string, Uint8Array>();

  constructor(archive: Archive, paths: ReadonlyMap<string, string>) {
    this.#archive = archive;
    this.#paths = new Map(paths);
  }

  get size(): number {
    return [...this.keys()].length;
  }
  has(path: string): boolean {
    return this.#own.has(path) || this.#paths.has(path);
  }
  /** @throws PackageError, as `Archive.read` */
  get(path: string): Uint8Array | undefined {
    const own = this.#own.get(path);
    const inArchive = this.#paths.get(path);
    return own ?? (inArchive === undefined ? undefined : this.#archive.read(inArchive));
  }
  set(path: string, content: Uint8Array): this {
    this.#own.set(path, content);
    return this;
  }
  delete(path: string): boolean {
    const isOwn = this.#own.delete(path);
    return this.#paths.delete(path) || isOwn;
  }
  *keys(): MapIterator<string> {
    yield* this.#paths.keys();
    for (const path of this.#own.keys()) if (!this.#paths.has(path)) yield path;
  }

  /** The same files, to be changed apart from these. */
  copy(): ArchiveFiles {
    const copy = new ArchiveFiles(this.#archive, this.#paths);
    for (const [path, content] of this.#own) copy.set(path, content);
    return copy;
  }

  sizeOf(path: string): number {
    const own = this.#own.get(path);
    return own ? own.length : this.#archive.entries.get(this.#paths.get(path)!)!.size;
  }
  async read(path: string): Promise<Uint8Array> {
    return this.#own.get(path) ?? this.#archive.readWithPauses(this.#paths.get(path)!);
  }
}

/** The size of a file that exists, without reading it where that is possible. */
export function sizeOf(files: PackableFiles, path: string): number {
  return files.sizeOf ? files.sizeOf(path) : files.get(path)!.length;
}

/** A file that exists; yields to the event loop while it inflates a large one. @throws PackageError */
export async function readFile(files: PackableFiles, path: string): Promise<Uint8Array> {
  return files.read ? files.read(path) : files.get(path)!;
}
