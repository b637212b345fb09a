/**
 * Files of a package that are fetched when the app asks for them.
 *
 * Trust model: the app may ask for any name, as often as it likes. Only files that the start message named are fetched, each sent once in a
 * session, a few at a time; how many may wait is limited, and what was fetched is not kept.
 */
import { packedIn, type RangedFile } from "@/lib/package/package-ranges";
import { DEFLATE } from "@/lib/package/zip-format";
import { PackageReplaced, readRange, type RangedSource } from "@/lib/sandbox/host/package-ranges";
import { CallRefused } from "@/lib/sandbox/host/host-calls";
import type { DownloadProgress } from "@/lib/sandbox/host/runner-events";
import { OPEN_FILES_MAX } from "@/lib/sandbox/protocol/limits";
import type { RemoteEntry, SentFile, ToFrame } from "@/lib/sandbox/protocol/to-frame";

const AT_ONCE = 2;
/** So often a file may fail in a session before it is refused. */
const FAILURES_MAX = 10;

export class RemoteFiles {
  readonly #source: RangedSource;
  readonly #files: ReadonlyMap<string, RangedFile>;

  constructor(source: RangedSource, files: readonly RangedFile[]) {
    this.#source = source;
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  get sha256(): string {
    return this.#source.sha256;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  entries(): RemoteEntry[] {
    return Array.from(this.#files.values(), ({ path, size, method, crc }) => [
      path,
      size,
      method === DEFLATE,
      crc,
    ]);
  }

  /** Packed. */
  sizeOf(path: string): number {
    return this.#files.get(path)?.packedSize ?? 0;
  }

  /** @throws LaunchError, PackageError */
  async fetch(
    path: string,
    reading: { signal: AbortSignal; onBytes: (count: number) => void },
  ): Promise<SentFile> {
    const file = this.#files.get(path)!;
    const bytes = await readRange(this.#source, [file.start, file.end], reading);
    const packed = packedIn(bytes, file);
    return { bytes: bytes.buffer, at: packed.byteOffset, length: packed.length };
  }
}

/** Sends the remote files of one session. */
export class FileSender {
  readonly #files: RemoteFiles;
  readonly #onProgress: (progress: DownloadProgress) => void;
  readonly #onReplaced: () => void;
  readonly #abort = new AbortController();
  readonly #taken = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #isReplaced = false;
  #loaded = 0;
  #total = 0;

  /** @param onReplaced called once, when a file is not to be had any more because the app was updated */
  constructor(
    files: RemoteFiles,
    { onProgress, onReplaced }: { onProgress: (progress: DownloadProgress) => void; onReplaced: () => void },
  ) {
    this.#files = files;
    this.#onProgress = onProgress;
    this.#onReplaced = onReplaced;
  }

  async answer({
    id,
    name,
  }: {
    id: number;
    name: string;
  }): Promise<[reply: ToFrame, transfer: Transferable[]]> {
    try {
      const value = await this.#send(name);
      return [{ type: "result", id, value }, [value.bytes]];
    } catch (error) {
      const code = error instanceof CallRefused ? error.code : "failed";
      return [{ type: "fault", id, code, message: "The file did not arrive." }, []];
    }
  }

  async #send(path: string): Promise<SentFile> {
    if (!this.#files.has(path)) throw new CallRefused("invalid", "No such file.");
    if (this.#taken.has(path)) throw new CallRefused("invalid", "The file was sent.");
    const failures = this.#failures.get(path) ?? 0;
    if (failures >= FAILURES_MAX) throw new CallRefused("too_many", "The file has failed too often.");
    if (this.#running + this.#queue.length >= OPEN_FILES_MAX)
      throw new CallRefused("too_many", "Too many files at once.");
    this.#taken.add(path);
    this.#total += this.#files.sizeOf(path);
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running += 1;
    const { signal } = this.#abort;
    try {
      signal.throwIfAborted();
      const onBytes = (count: number): void => {
        this.#loaded += count;
        this.#onProgress({ loaded: Math.min(this.#loaded, this.#total), total: this.#total });
      };
      this.#onProgress({ loaded: this.#loaded, total: this.#total });
      return await this.#files.fetch(path, { signal, onBytes });
    } catch (error) {
      if (error instanceof PackageReplaced && !signal.aborted && !this.#isReplaced) {
        this.#isReplaced = true;
        this.#onReplaced();
      }
      // It may be asked for again.
      this.#taken.delete(path);
      // Without a connection it costs the server nothing.
      if (navigator.onLine) this.#failures.set(path, failures + 1);
      throw error;
    } finally {
      this.#finish();
    }
  }

  close(): void {
    this.#abort.abort();
    for (const next of this.#queue.splice(0)) next();
    this.#onProgress(null);
  }

  /** Passes its place on to the next in the queue. */
  #finish(): void {
    const next = this.#queue.shift();
    if (next) return next();
    this.#running -= 1;
    if (this.#running > 0) return;
    this.#loaded = 0;
    this.#total = 0;
    this.#onProgress(null);
  }
}
