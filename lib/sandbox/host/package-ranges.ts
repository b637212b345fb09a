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

/**
 * Reads from `start` to `end`, `end` excluded. A server or cache that knows no ranges sends the whole, of which this takes its part.
 * @throws LaunchError
 */
export async function readRange(
  source: RangedSource,
  [start, end]: readonly [start: number, end: number],
  reading: Reading = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { isWhole, bytes } = await fetchRange(source, `${start}-${end - 1}`, [start, end], reading);
  return isWhole ? bytes.slice(start, end) : bytes;
}

/**
 * Reads the last `count` bytes, or the whole where the server or cache sends that.
 * @throws LaunchError
 */
export function readLast(
  source: RangedSource,
  count: number,
): Promise<{ isWhole: boolean; bytes: Uint8Array<ArrayBuffer> }> {
  const start = Math.max(0, source.bytes - count);
  return fetchRange(source, `-${count}`, [start, source.bytes], {});
}

async function fetchRange(
  source: RangedSource,
  range: string,
  [start, end]: readonly [number, number],
  { signal, onBytes }: Reading,
): Promise<{ isWhole: boolean; bytes: Uint8Array<ArrayBuffer> }> {
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
      if (response.ok) {
        const isCurrent = response.headers.get("etag") === `"${source.sha256}"`;
        const isWhole = response.status === 200;
        const expected = `bytes ${start}-${end - 1}/${source.bytes}`;
        const isExpected = isWhole || response.headers.get("content-range") === expected;
        if (!isCurrent || !isExpected) {
          response.body?.cancel().catch(() => {});
          if (isCurrent) throw changed();
          if (cache === "reload") throw new PackageReplaced();
          cache = "reload";
          continue;
        }
        return { isWhole, bytes: await bodyOf(response, isWhole ? source.bytes : end - start, onBytes) };
      }
    } catch (error) {
      if (error instanceof LaunchError || signal?.aborted) throw error;
    }
    const pause = PAUSES_MS[tries];
    const mayHelp = response === null || response.ok || BUSY.includes(response.status);
    if (pause === undefined || !mayHelp) throw unreachable(response);
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal?.throwIfAborted();
  }
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
