/** Forwards the live stream's events about apps' data to the running apps of this page. */
import type { AppStorageNews } from "@/lib/realtime/contract";

/** Dispatched on `window`, with the app's id: what it has stored is that of another version now, and its run must end. */
export const DATA_REPLACED_EVENT = "gum:data-replaced";

/** `null`: events may have been lost. */
type Listener = (news: AppStorageNews | null) => void;
const listeners = new Set<Listener>();

export function announceStorageNews(news: AppStorageNews | null): void {
  for (const listener of [...listeners]) listener(news);
}

/** Returns the unsubscribe function. */
export function onStorageNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
