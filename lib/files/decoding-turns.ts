import "server-only";

/**
 * Bounds the pictures that this process decodes at once: decoding keeps all pixels in memory and one of Node's four threads, which
 * reading files, looking up names and hashing passwords share. How many wait is bounded by UPLOADS_IN_FLIGHT_BYTES and the rate limits.
 */
const AT_ONCE_MAX = 2;
/** One of them may be larger: 24 megapixels of a photo take 72 MB. The others do not wait for it. */
export const LARGE_PICTURE_BYTES = 80_000_000;

type Waiting = { isLarge: boolean; start: () => void };
type Turns = { running: number; isLargeRunning: boolean; waiting: Waiting[] };

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & { gumDecodes?: Turns };
const turns = (): Turns => (holder.gumDecodes ??= { running: 0, isLargeRunning: false, waiting: [] });

function startNext(): void {
  const all = turns();
  while (all.running < AT_ONCE_MAX) {
    const next = all.waiting.find(({ isLarge }) => !isLarge || !all.isLargeRunning);
    if (!next) return;
    all.waiting.splice(all.waiting.indexOf(next), 1);
    all.running += 1;
    all.isLargeRunning ||= next.isLarge;
    next.start();
  }
}

/** @param bytes what the pixels take */
export async function decodeInTurn<T>(bytes: number, decode: () => Promise<T>): Promise<T> {
  const all = turns();
  const isLarge = bytes > LARGE_PICTURE_BYTES;
  await new Promise<void>((start) => {
    all.waiting.push({ isLarge, start });
    startNext();
  });
  try {
    return await decode();
  } finally {
    all.running -= 1;
    if (isLarge) all.isLargeRunning = false;
    startNext();
  }
}
