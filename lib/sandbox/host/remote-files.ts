/**
 * Files of a package that are fetched when the app asks for them.
 *
 * Trust model: the app may ask for any name, as often as it likes. Only files that the start message named are fetched, each sent once in a
 * session, a few at a time; how many may wait is limited, and what was fetched is not kept. A file goes out in pieces, the next one
 * when the frame asks for it, so that no more than a piece of it is here.
 */
import { packedStart, type RangedFile } from "@/lib/package/package-ranges";
import { DEFLATE } from "@/lib/package/zip-format";
import { PackageReplaced, readPieces, type RangedSource } from "@/lib/sandbox/host/package-ranges";
import { CallRefused } from "@/lib/sandbox/host/host-calls";
import type { DownloadProgress } from "@/lib/sandbox/host/runner-events";
import { OPEN_FILES_MAX } from "@/lib/sandbox/protocol/limits";
import type { RemoteEntry, SentPiece, ToFrame } from "@/lib/sandbox/protocol/to-frame";

const AT_ONCE = 2;
/** So often a file may fail in a session before it is refused. */
const FAILURES_MAX = 10;
/** A frame that does not ask on for so long leaves its place, and the connection, to others. */
const ASKS_ON_MS = 30_000;

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

  /**
   * The packed bytes of a file while they arrive.
   * @throws LaunchError, PackageError
   */
  async *pieces(
    path: string,
    reading: { signal: AbortSignal; onBytes: (count: number) => void },
  ): AsyncGenerator<SentPiece, void> {
    const file = this.#files.get(path)!;
    let left: number | null = null;
    for await (const piece of readPieces(this.#source, [file.start, file.end], reading)) {
      // The first piece is larger than any header.
      const at = left === null ? packedStart(piece, file) : 0;
      const length = Math.min(piece.length - at, left ?? file.packedSize);
      left = (left ?? file.packedSize) - length;
      yield { bytes: piece.buffer, at, length, isLast: left === 0 };
      if (left === 0) return;
    }
  }
}

/** A file on its way. */
interface Sending {
  pieces: AsyncGenerator<SentPiece, void>;
  /** Packed bytes. */
  sent: number;
  isReading: boolean;
  /** Runs while the frame has a piece and has not asked for the next one. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Sends the remote files of one session. */
export class FileSender {
  readonly #files: RemoteFiles;
  readonly #onProgress: (progress: DownloadProgress) => void;
  readonly #onReplaced: () => void;
  readonly #abort = new AbortController();
  readonly #taken = new Set<string>();
  readonly #sending = new Map<string, Sending>();
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
    from,
  }: {
    id: number;
    name: string;
    from: number;
  }): Promise<[reply: ToFrame, transfer: Transferable[]]> {
    try {
      const value = await (from === 0 ? this.#begin(name) : this.#continue(name, from));
      return [{ type: "result", id, value }, [value.bytes]];
    } catch (error) {
      const code = error instanceof CallRefused ? error.code : "failed";
      return [{ type: "fault", id, code, message: "The file did not arrive." }, []];
    }
  }

  async #begin(path: string): Promise<SentPiece> {
    if (!this.#files.has(path)) throw new CallRefused("invalid", "No such file.");
    if (this.#taken.has(path)) throw new CallRefused("invalid", "The file was sent.");
    if ((this.#failures.get(path) ?? 0) >= FAILURES_MAX)
      throw new CallRefused("too_many", "The file has failed too often.");
    if (this.#running + this.#queue.length >= OPEN_FILES_MAX)
      throw new CallRefused("too_many", "Too many files at once.");
    this.#taken.add(path);
    this.#total += this.#files.sizeOf(path);
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running += 1;
    const onBytes = (count: number): void => {
      this.#loaded += count;
      this.#onProgress({ loaded: Math.min(this.#loaded, this.#total), total: this.#total });
    };
    this.#onProgress({ loaded: this.#loaded, total: this.#total });
    const pieces = this.#files.pieces(path, { signal: this.#abort.signal, onBytes });
    const sending: Sending = { pieces, sent: 0, isReading: false, timer: undefined };
    this.#sending.set(path, sending);
    return this.#next(path, sending);
  }

  async #continue(path: string, from: number): Promise<SentPiece> {
    const sending = this.#sending.get(path);
    if (!sending || sending.isReading || sending.sent !== from)
      throw new CallRefused("invalid", "No such piece.");
    return this.#next(path, sending);
  }

  async #next(path: string, sending: Sending): Promise<SentPiece> {
    const { signal } = this.#abort;
    clearTimeout(sending.timer);
    sending.isReading = true;
    try {
      signal.throwIfAborted();
      const { value: piece } = await sending.pieces.next();
      if (!piece) throw new CallRefused("invalid", "No such piece.");
      sending.sent += piece.length;
      sending.isReading = false;
      if (piece.isLast) this.#finish(path);
      else if (!signal.aborted) sending.timer = setTimeout(() => this.#fail(path), ASKS_ON_MS);
      return piece;
    } catch (error) {
      if (error instanceof PackageReplaced && !signal.aborted && !this.#isReplaced) {
        this.#isReplaced = true;
        this.#onReplaced();
      }
      this.#fail(path);
      throw error;
    }
  }

  close(): void {
    this.#abort.abort();
    for (const next of this.#queue.splice(0)) next();
    for (const { timer } of this.#sending.values()) clearTimeout(timer);
    this.#sending.clear();
    this.#onProgress(null);
  }

  /** It may be asked for again. */
  #fail(path: string): void {
    this.#taken.delete(path);
    // Without a connection it costs the server nothing.
    if (navigator.onLine) this.#failures.set(path, (this.#failures.get(path) ?? 0) + 1);
    this.#finish(path);
  }

  /** Passes its place on to the next in the queue. */
  #finish(path: string): void {
    const sending = this.#sending.get(path);
    this.#sending.delete(path);
    sending?.pieces.return().catch(() => {});
    const next = this.#queue.shift();
    if (next) return next();
    this.#running -= 1;
    if (this.#running > 0) return;
    this.#loaded = 0;
    this.#total = 0;
    this.#onProgress(null);
  }
}
