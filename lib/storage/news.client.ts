/** Passes news of the live stream about apps' data on to the copies of apps that run in this page. */
import type { AppStorageNews } from "@/lib/realtime/contract";

/** `null`: news may have been lost. */
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
