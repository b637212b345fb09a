/** What writes a file of the app's file system: a stream, or in a worker an access handle. */
import { FileBytes } from "@/lib/sandbox/frame/inside/shared/file-bytes";
import {
  fileError,
  type FileLock,
  type FilePath,
  type FileService,
  type LockMode,
} from "@/lib/sandbox/frame/inside/shared/file-service";

const Stream = WritableStream;
const encoder = new TextEncoder();

interface Place {
  at?: number;
}

interface WriteCommand {
  type: "write" | "seek" | "truncate";
  data?: unknown;
  position?: number | null;
  size?: number | null;
}

/** A copy of what is there until it is closed. */
export class WritableState {
  readonly #service: FileService;
  readonly #lock: FileLock;
  readonly #bytes: FileBytes;
  #cursor = 0;
  readonly stream: WritableStream;

  constructor(service: FileService, lock: FileLock, bytes: FileBytes) {
    this.#service = service;
    this.#lock = lock;
    this.#bytes = bytes;
    this.stream = new Stream({
      write: (chunk) => this.#perform(chunk),
      close: async () => {
        try {
          if ((await service.write(lock.id, bytes.takeChange())) !== null) return;
          bytes.markAll();
          await service.write(lock.id, bytes.takeChange());
        } finally {
          await service.unlock(lock.id);
        }
      },
      abort: () => service.unlock(lock.id),
    });
  }

  seek(position: number): Promise<void> {
    if (arguments.length === 0) return Promise.reject(missing("seek"));
    return this.write({ type: "seek", position });
  }

  truncate(size: number): Promise<void> {
    if (arguments.length === 0) return Promise.reject(missing("truncate"));
    return this.write({ type: "truncate", size });
  }

  async write(data: unknown): Promise<void> {
    if (arguments.length === 0) throw missing("write");
    // What is no command at all leaves the stream alone.
    commandOf(data);
    if (this.stream.locked) throw new TypeError("Cannot create writer when WritableStream is locked");
    const writer = this.stream.getWriter();
    const written = writer.write(data);
    writer.releaseLock();
    await written;
  }

  get mode(): LockMode {
    return this.#lock.mode;
  }

  /** An error ends the stream. */
  async #perform(chunk: unknown): Promise<void> {
    try {
      const { type, data, position, size } = commandOf(chunk);
      if (type === "seek") this.#cursor = lengthOf(position, "seek requires a position argument");
      else if (type === "truncate") this.#truncate(lengthOf(size, "truncate requires a size argument"));
      else await this.#write(data, position ?? null);
    } catch (error) {
      await this.#service.unlock(this.#lock.id);
      throw error;
    }
  }

  #truncate(size: number): void {
    this.#refuseBeyond(size);
    this.#bytes.resize(size);
    this.#cursor = Math.min(this.#cursor, size);
  }

  async #write(data: unknown, position: number | null): Promise<void> {
    if (data === undefined) throw invalid("write requires a data argument");
    if (data === null) throw new TypeError("The data is null.");
    const bytes = await bytesOf(data);
    const at = position === null ? this.#cursor : lengthOf(position, "position");
    this.#refuseBeyond(at + bytes.length);
    this.#bytes.write(bytes, at);
    this.#cursor = at + bytes.length;
  }

  #refuseBeyond(size: number): void {
    if (size > this.#lock.limitBytes) throw quotaExceeded();
  }
}

function commandOf(chunk: unknown): WriteCommand {
  if (chunk === null || chunk === undefined)
    throw new TypeError("The provided value is not of type 'WriteParams'.");
  const isData =
    typeof chunk !== "object" ||
    chunk instanceof Blob ||
    chunk instanceof ArrayBuffer ||
    ArrayBuffer.isView(chunk);
  if (isData) return { type: "write", data: chunk };
  const command = chunk as WriteCommand;
  if (!["write", "seek", "truncate"].includes(command.type))
    throw new TypeError(
      `The provided value '${command.type}' is not a valid enum value of type WriteCommandType.`,
    );
  return command;
}

function lengthOf(given: number | null | undefined, message: string): number {
  if (given === null || given === undefined) throw invalid(message);
  const length = Math.trunc(Number(given));
  if (!(length >= 0)) throw new TypeError("Value is outside the 'unsigned long long' value range.");
  return length;
}

async function bytesOf(data: unknown): Promise<Uint8Array> {
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer());
  return data instanceof ArrayBuffer || ArrayBuffer.isView(data)
    ? viewOf(data)
    : encoder.encode(String(data));
}

const viewOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

const invalid = (message: string): DOMException =>
  new DOMException(`Invalid params passed. ${message}`, "SyntaxError");

const missing = (method: string): TypeError =>
  new TypeError(`Failed to execute '${method}': 1 argument required, but only 0 present.`);

const quotaExceeded = (): DOMException =>
  new DOMException(
    "The operation failed because it would cause the application to exceed its storage quota.",
    "QuotaExceededError",
  );

/** How long changes wait for others. In a tab a file has them at once, so apps need not flush, nor close what they keep open. */
const SAVE_MS = 50;

/** The whole file in memory. What it changes is on its way to the page when `flush` or `close` returns, and soon without. */
export class AccessState {
  readonly #service: FileService;
  readonly #lock: FileLock;
  readonly #bytes: FileBytes;
  #limitBytes: number;
  #cursor = 0;
  #isClosed = false;
  #isSavingSoon = false;
  /** What was sent last could not be saved; the next call says so. */
  #failure: Error | null = null;

  constructor(service: FileService, lock: FileLock, bytes: FileBytes) {
    this.#service = service;
    this.#lock = lock;
    this.#bytes = bytes;
    this.#limitBytes = lock.limitBytes;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#send();
    this.#isClosed = true;
    void this.#service.unlock(this.#lock.id);
  }

  flush(): void {
    this.#check();
    this.#send();
  }

  getSize(): number {
    this.#check();
    return this.#bytes.size;
  }

  read(buffer: ArrayBuffer | ArrayBufferView, options: Place = {}): number {
    this.#check();
    const at = this.#place(options);
    const count = this.#bytes.read(viewOf(buffer), at);
    this.#cursor = at + count;
    return count;
  }

  truncate(size: number): void {
    this.#checkWrite();
    const length = lengthOf(size, "truncate requires a size argument");
    this.#refuseBeyond(length);
    this.#bytes.resize(length);
    this.#cursor = Math.min(this.#cursor, length);
    this.#saveSoon();
  }

  write(buffer: ArrayBuffer | ArrayBufferView, options: Place = {}): number {
    this.#checkWrite();
    const bytes = viewOf(buffer);
    const at = this.#place(options);
    this.#refuseBeyond(at + bytes.length);
    this.#bytes.write(bytes, at);
    this.#cursor = at + bytes.length;
    this.#saveSoon();
    return bytes.length;
  }

  get mode(): LockMode {
    return this.#lock.mode;
  }

  #place({ at }: Place): number {
    return at === undefined ? this.#cursor : lengthOf(at, "at");
  }

  #check(): void {
    if (this.#isClosed) throw fileError("InvalidStateError");
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw failure;
  }

  #checkWrite(): void {
    this.#check();
    if (this.#lock.mode === "read-only") throw fileError("NoModificationAllowedError");
  }

  #refuseBeyond(size: number): void {
    if (size > this.#limitBytes) throw quotaExceeded();
  }

  #saveSoon(): void {
    if (this.#isSavingSoon) return;
    this.#isSavingSoon = true;
    setTimeout(() => {
      this.#isSavingSoon = false;
      if (!this.#isClosed) this.#send();
    }, SAVE_MS);
  }

  #send(): void {
    if (!this.#bytes.isChanged) return;
    this.#service.write(this.#lock.id, this.#bytes.takeChange()).then(
      (limitBytes) => {
        if (limitBytes !== null) this.#limitBytes = limitBytes;
        else if (this.#isClosed) console.error("A file could not be saved: an earlier change failed.");
        else {
          this.#bytes.markAll();
          this.#send();
        }
      },
      (error: Error) => {
        this.#bytes.markAll();
        this.#failure = error;
        if (this.#isClosed) console.error("A file could not be saved:", error.message);
      },
    );
  }
}

/** @throws NoModificationAllowedError, NotFoundError */
export async function openWritable(
  service: FileService,
  path: FilePath,
  { keepExistingData = false, mode = "siloed" }: FileSystemCreateWritableOptions & { mode?: LockMode } = {},
): Promise<WritableState> {
  const lock = await service.lock(path, mode === "exclusive" ? "exclusive" : "siloed");
  return new WritableState(service, lock, await bytesFor(service, lock, keepExistingData ? path : null));
}

/** @throws NoModificationAllowedError, NotFoundError */
export async function openAccess(
  service: FileService,
  path: FilePath,
  { mode = "readwrite" }: { mode?: string } = {},
): Promise<AccessState> {
  // Of "readwrite-unsafe" several would have to share their bytes: it is exclusive, as where browsers do not know it.
  const lock = await service.lock(path, mode === "read-only" ? "read-only" : "readwrite");
  return new AccessState(service, lock, await bytesFor(service, lock, path));
}

async function bytesFor(service: FileService, lock: FileLock, path: FilePath | null): Promise<FileBytes> {
  try {
    return new FileBytes(path && (await service.read(path)).bytes);
  } catch (error) {
    await service.unlock(lock.id);
    throw error;
  }
}
