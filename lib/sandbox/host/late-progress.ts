import type { DownloadProgress, RunnerEvent } from "@/lib/sandbox/host/runner-events";

/** Nobody misses a figure before that. */
const AFTER_MS = 1_000;
const EVERY_MS = 250;

/** Emits the progress of a download that takes long, a few times a second, and null at its end; nothing once the signal is aborted. */
export function lateProgress(
  emit: (event: RunnerEvent) => void,
  signal?: AbortSignal,
): (progress: DownloadProgress) => void {
  let latest: DownloadProgress = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = false;
  const show = (): void => {
    isShown = true;
    emit({ type: "download", progress: latest });
    timer = setTimeout(show, EVERY_MS);
  };
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (isShown) emit({ type: "download", progress: null });
    isShown = false;
  };
  signal?.addEventListener("abort", end, { once: true });
  return (progress) => {
    if (signal?.aborted) return;
    latest = progress;
    if (progress) return void (timer ??= setTimeout(show, AFTER_MS));
    end();
  };
}
