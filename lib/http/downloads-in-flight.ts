import "server-only";
import { DOWNLOADS_IN_FLIGHT, DOWNLOADS_IN_FLIGHT_PERSON } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";

/**
 * Bounds the open files, and the connections to the object store, of this process.
 *
 * Trust model. Untrusted: whoever downloads. They open as many responses as they like, and read them slowly or not at
 * all; a response that is read too slowly ends.
 */
type InFlight = { total: number; byReceiver: Map<string, number> };

// On globalThis, because Next may bundle this module twice.
const holder = globalThis as typeof globalThis & { gumDownloads?: InFlight };

const RETRY_SECONDS = 5;
/** A minute, and the time that the slowest connection takes: 32 KB a second. */
const timeFor = (bytes: number): number => 60_000 + bytes / 32;

function take(receiver: string): () => void {
  const downloads = (holder.gumDownloads ??= { total: 0, byReceiver: new Map<string, number>() });
  const own = downloads.byReceiver.get(receiver) ?? 0;
  if (own >= DOWNLOADS_IN_FLIGHT_PERSON)
    throw new AppError("too_many_downloads", { retryAfter: RETRY_SECONDS });
  if (downloads.total >= DOWNLOADS_IN_FLIGHT)
    throw new AppError("unavailable", { retryAfter: RETRY_SECONDS });
  downloads.byReceiver.set(receiver, own + 1);
  downloads.total += 1;
  return () => {
    const left = (downloads.byReceiver.get(receiver) ?? 0) - 1;
    if (left > 0) downloads.byReceiver.set(receiver, left);
    else downloads.byReceiver.delete(receiver);
    downloads.total -= 1;
  };
}

/**
 * Opens a download, which counts until it is read, given up, or was read too slowly.
 * @param receiver who downloads it: a user id or a network address
 * @throws AppError too_many_downloads for one receiver, unavailable for all together, and what `open` throws
 */
export async function openDownload(
  open: () => Promise<ReadableStream<Uint8Array>>,
  { receiver, bytes, signal }: { receiver: string; bytes: number; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const release = take(receiver);
  const body = await open().catch((error: unknown) => {
    release();
    throw error;
  });
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(new Error("The download was not read.")), timeFor(bytes));
  timer.unref();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void body
    .pipeTo(writable, { signal: AbortSignal.any([signal, slow.signal]) })
    // The reader sees it.
    .catch(() => {})
    .finally(() => {
      clearTimeout(timer);
      release();
    });
  return readable;
}
