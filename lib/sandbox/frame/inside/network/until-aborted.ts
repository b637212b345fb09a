import { realm } from "@/lib/sandbox/frame/inside/realm";

/** Rejects with the signal's reason as soon as it aborts: what `work` comes to does not matter then. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (!signal) return work;
  let abort = (): void => {};
  const aborted = new realm.Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
  try {
    return await realm.Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
