/**
 * Run documents in the browser's HTTP cache, for a start without a connection. A service worker cannot provide them: a frame
 * of an opaque origin never asks one.
 */
import { openFrame, type FrameLink, type FrameOptions } from "@/lib/sandbox/host/frame-link";
import { writeRunQuery, type RunDocumentQuery } from "@/lib/sandbox/protocol/run-query";

const kept = new Set<string>();

/** For the document that may be kept; null on a page of an older server. */
export function keptQuery(query: RunDocumentQuery): RunDocumentQuery | null {
  const { runVersion } = document.documentElement.dataset;
  return runVersion ? { ...query, kept: runVersion } : null;
}

/** Loads the document once into the cache, where it stays until its version changes. */
export function keepFrame(query: RunDocumentQuery, parent: HTMLElement): void {
  const cached = keptQuery(query);
  if (!cached || !navigator.onLine) return;
  const name = writeRunQuery(cached);
  if (kept.has(name)) return;
  kept.add(name);
  openFrame({ parent, query: cached }).then(
    (frame) => frame.close(),
    () => kept.delete(name),
  );
}

/** Opens a frame; the kept one where the server is unreachable. */
export async function openFrameOrKept(
  options: FrameOptions & { query: RunDocumentQuery },
): Promise<FrameLink> {
  const cached = keptQuery(options.query);
  if (!cached) return openFrame(options);
  if (!navigator.onLine) return openFrame({ ...options, query: cached });
  try {
    return await openFrame(options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return openFrame({ ...options, query: cached });
  }
}
