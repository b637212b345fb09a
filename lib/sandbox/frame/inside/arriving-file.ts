/** A remote file while it arrives: what is here already can be read before the rest. */
import { crc32 } from "@/lib/package/crc32";
import type { ArrivingBody } from "@/lib/sandbox/frame/inside/network/source";
import { untilAborted } from "@/lib/sandbox/frame/inside/network/until-aborted";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import type { SentPiece } from "@/lib/sandbox/protocol/to-frame";

/** Of packed bytes, which may inflate to a thousand times as many before the page goes on. */
const STEP_BYTES = 64 * 1024;
/** Of the file, for a reader of its stream. */
const CHUNK_BYTES = 256 * 1024;

/** Asks for the piece that begins after `from` packed bytes. */
type AskPiece = (from: number) => Promise<SentPiece>;

type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | ReadableByteStreamController;

/** As the body of a response is one, into which readers may give buffers of their own. WebKit came late to those. */
function byteStream(
  pull: (controller: Controller) => Promise<void>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  try {
    return new realm.ReadableStream({ type: "bytes", pull });
  } catch {
    return new realm.ReadableStream({ pull }, { highWaterMark: 0 });
  }
}

export class ArrivingFile {
  readonly #total: number;
  #bytes = new Uint8Array(0);
  readonly #waiting: (() => void)[] = [];
  #filled = 0;
  #crc = 0;
  #hasFailed = false;
  /** Resolves to the whole. Rejects if it does not arrive, is damaged, or is too large for the memory. */
  readonly whole: Promise<Uint8Array<ArrayBuffer>>;

  constructor(
    { size, isDeflated, crc }: { size: number; isDeflated: boolean; crc: number },
    askPiece: AskPiece,
  ) {
    this.#total = size;
    this.whole = this.#receive(askPiece, isDeflated, crc);
    this.whole.catch(() => {
      this.#hasFailed = true;
      this.#wake();
    });
  }

  /** Resolves once some of it is here, and rejects if nothing arrives. The stream fails where the file does. */
  async stream(signal: AbortSignal | null): Promise<ArrivingBody> {
    if (this.#filled === 0) await realm.Promise.race([this.whole, this.#more()]);
    let at = 0;
    const pull = async (controller: Controller): Promise<void> => {
      while (at === this.#filled && at < this.#total && !this.#hasFailed)
        await untilAborted(this.#more(), signal);
      signal?.throwIfAborted();
      const end = Math.min(this.#filled, at + CHUNK_BYTES);
      // The last bytes wait until the checksum of all is known.
      if (this.#hasFailed || end === this.#total) await untilAborted(this.whole.catch(failed), signal);
      if (at < end) controller.enqueue(this.#bytes.slice(at, end));
      at = end;
      if (at < this.#total) return;
      controller.close();
      // A reader's own buffer that nothing came into.
      if ("byobRequest" in controller) controller.byobRequest?.respond(0);
    };
    return { size: this.#total, body: byteStream(pull) };
  }

  async #receive(askPiece: AskPiece, isDeflated: boolean, crc: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#bytes = new Uint8Array(this.#total);
    if (isDeflated) await this.#inflate(askPiece);
    else await eachPiece(askPiece, (bytes) => this.#add(bytes));
    if (this.#filled < this.#total || this.#crc !== crc) throw new Error("The file is damaged.");
    return this.#bytes;
  }

  async #inflate(askPiece: AskPiece): Promise<void> {
    const { readable, writable } = new realm.DecompressionStream("deflate-raw");
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const write = async (): Promise<void> => {
      try {
        await eachPiece(askPiece, async (bytes) => {
          for (let at = 0; at < bytes.length; at += STEP_BYTES)
            await writer.write(bytes.subarray(at, at + STEP_BYTES));
        });
        await writer.close();
      } catch (error) {
        writer.abort(error).catch(() => {});
        throw error;
      }
    };
    const read = async (): Promise<void> => {
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) this.#add(next.value);
      } catch (error) {
        reader.cancel(error).catch(() => {});
        throw error;
      }
    };
    await realm.Promise.all([write(), read()]);
  }

  #add(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > this.#total) throw new Error("The file is damaged.");
    this.#bytes.set(bytes, this.#filled);
    this.#crc = crc32(bytes, this.#crc);
    this.#filled += bytes.length;
    this.#wake();
  }

  #more(): Promise<void> {
    return new realm.Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/**
 * Calls `take` with one piece after the other: the next is asked for when it is done. Once it has thrown, the rest is asked for
 * all the same: the host sends a few files at a time, and this one would keep its place.
 */
async function eachPiece(
  askPiece: AskPiece,
  take: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (let from = 0; ;) {
    const { bytes, at, length, isLast } = await askPiece(from);
    try {
      if (errors.length === 0) await take(new Uint8Array(bytes, at, length));
    } catch (error) {
      errors.push(error);
    }
    if (isLast) break;
    from += length;
  }
  if (errors.length > 0) throw errors[0];
}

/** As a request does. */
export function failed(): never {
  throw new TypeError("Failed to fetch");
}
