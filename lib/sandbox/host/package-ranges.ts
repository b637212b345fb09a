/**
 * Fetches ranges of a package, so that a large one starts before it is there. Nothing is kept.
 *
 * Trust: the hash of a package is that of the whole, so no range can be verified by it. Its ranges rest on three things: they come
 * from our own origin, whose server has checked the archive when it was published; the ETag of each answer is the hash, so that all are
 * of the same archive; and each file has its checksum. The package is its author's in any case: the frame, not this, is the boundary.
 */
import { LaunchError } from "@/lib/sandbox/host/launch-error";

/** Its address has another package by now. */
export class PackageReplaced extends LaunchError {
  override name = "PackageReplaced";

  constructor() {
    super("package_invalid", "The package was replaced by another one.");
  }
}

export interface RangedSource {
  url: string;
  sha256: string;
  /** Size of the whole archive. */
  bytes: number;
}

interface Reading {
  signal?: AbortSignal | undefined;
  /** Called with the size of each piece that arrives. */
  onBytes?: ((count: number) => void) | undefined;
}

const BUSY = [429, 502, 503, 504];
/** Before each further try. */
const PAUSES_MS = [400, 2_000];
/** A frame that asks for piece after piece stays far below the limit of its messages. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Reads from `start` to `end`, `end` excluded. A server or cache that knows no ranges sends the whole, of which this takes its part.
 * @throws LaunchError
 */
export async function readRange(
  source: RangedSource,
  [start, end]: readonly [start: number, end: number],
  reading: Reading = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(end - start);
  let at = 0;
  for await (const piece of readPieces(source, [start, end], reading)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/**
 * The same in pieces while it arrives, all but the last of `PIECE_BYTES`, each in a buffer of its own. Where the connection is
 * lost it goes on from there; only losses without a piece between them count against it.
 * @throws LaunchError
 */
export async function* readPieces(
  source: RangedSource,
  [start, end]: readonly [start: number, end: number],
  { signal, onBytes }: Reading = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let at = start;
  let filled = 0;
  const nextPiece = (): Uint8Array<ArrayBuffer> => new Uint8Array(Math.min(PIECE_BYTES, end - at));
  let piece = nextPiece();
  for (let losses = 0; at < end; losses += 1) {
    const { response, isWhole } = await openRange(source, `${at}-${end - 1}`, [at, end], signal);
    let skipped = isWhole ? at : 0;
    const reader = response.body!.getReader();
    try {
      while (at < end) {
        const { done, value } = await reader.read();
        if (done) throw new Error("The connection was lost.");
        if (!isWhole && value.length > end - at) throw changed();
        let from = Math.min(skipped, value.length);
        skipped -= from;
        while (from < value.length && at < end) {
          const part = value.subarray(from, from + piece.length - filled);
          piece.set(part, filled);
          filled += part.length;
          from += part.length;
          at += part.length;
          onBytes?.(part.length);
          if (filled < piece.length) continue;
          yield piece;
          losses = 0;
          piece = nextPiece();
          filled = 0;
        }
      }
    } catch (error) {
      if (error instanceof LaunchError || signal?.aborted) throw error;
      await pauseBefore(losses, null, signal);
    } finally {
      reader.cancel().catch(() => {});
    }
  }
}

/**
 * Reads the last `count` bytes, or the whole where the server or cache sends that.
 * @throws LaunchError
 */
export async function readLast(
  source: RangedSource,
  count: number,
): Promise<{ isWhole: boolean; bytes: Uint8Array<ArrayBuffer> }> {
  const start = Math.max(0, source.bytes - count);
  for (let losses = 0; ; losses += 1) {
    const { response, isWhole } = await openRange(source, `-${count}`, [start, source.bytes]);
    try {
      return { isWhole, bytes: await bodyOf(response, source.bytes - (isWhole ? 0 : start)) };
    } catch (error) {
      if (error instanceof LaunchError) throw error;
      await pauseBefore(losses, null);
    }
  }
}

/** @returns a response whose status and headers are right: with the range, or with the whole */
async function openRange(
  source: RangedSource,
  range: string,
  [start, end]: readonly [number, number],
  signal?: AbortSignal,
): Promise<{ response: Response; isWhole: boolean }> {
  // The browser may have kept another package under this URL.
  let cache: RequestCache = "default";
  for (let tries = 0; ; tries += 1) {
    let response: Response | null = null;
    try {
      response = await fetch(source.url, {
        credentials: "same-origin",
        cache,
        headers: { range: `bytes=${range}` },
        signal: signal ?? null,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
    }
    if (response?.ok) {
      const isCurrent = response.headers.get("etag") === `"${source.sha256}"`;
      const isWhole = response.status === 200;
      const expected = `bytes ${start}-${end - 1}/${source.bytes}`;
      if (isCurrent && (isWhole || response.headers.get("content-range") === expected))
        return { response, isWhole };
      response.body?.cancel().catch(() => {});
      if (isCurrent) throw changed();
      if (cache === "reload") throw new PackageReplaced();
      cache = "reload";
      continue;
    }
    await pauseBefore(tries, response, signal);
  }
}

/** @throws LaunchError where another try is one too many, or would not help */
async function pauseBefore(tries: number, response: Response | null, signal?: AbortSignal): Promise<void> {
  const pause = PAUSES_MS[tries];
  const mayHelp = response === null || BUSY.includes(response.status);
  if (pause === undefined || !mayHelp) throw unreachable(response);
  await new Promise((resolve) => setTimeout(resolve, pause));
  signal?.throwIfAborted();
}

/** @throws LaunchError if it is longer than `size`; Error if it is shorter or the connection is lost */
export async function bodyOf(
  response: Response,
  size: number,
  onBytes?: Reading["onBytes"],
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (at + value.length > size) {
      void reader.cancel();
      throw changed();
    }
    bytes.set(value, at);
    at += value.length;
    onBytes?.(value.length);
  }
  if (at < size) throw new Error("The connection was lost.");
  return bytes;
}

const changed = (): LaunchError =>
  new LaunchError("package_invalid", "The package was damaged on its way. Try again.");

function unreachable(response: Response | null): LaunchError {
  const why = response && !response.ok ? ` (${response.status}).` : ". Check the connection.";
  return new LaunchError("fetch_failed", `The app could not be loaded${why}`);
}
