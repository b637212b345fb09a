/** The Cache API and `navigator.storage`, which opaque origins lack. Shared by the page, workers and child frames. */
import { accessor, define } from "@/lib/sandbox/frame/inside/realm";

/**
 * The Cache API in memory; entries last until the run ends.
 * @param base returns the URL against which relative URLs are resolved
 */
export function installCaches(base: () => string): void {
  const opened = new Map<string, Map<string, Response>>();
  const keyOf = (request: unknown): string =>
    new URL(request instanceof Request ? request.url : String(request), base()).href;
  const cacheOf = (name: string) => {
    let entries = opened.get(name);
    if (!entries) opened.set(name, (entries = new Map()));
    const kept = entries;
    const cache = {
      match: async (request: unknown) => kept.get(keyOf(request))?.clone(),
      matchAll: async () => [...kept.values()].map((response) => response.clone()),
      put: async (request: unknown, response: Response) => void kept.set(keyOf(request), response),
      add: async (request: RequestInfo) => void kept.set(keyOf(request), await fetch(request)),
      addAll: async (requests: RequestInfo[]) =>
        void (await Promise.all(requests.map((request) => cache.add(request)))),
      delete: async (request: unknown) => kept.delete(keyOf(request)),
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
    };
    return cache;
  };
  const caches = {
    open: async (name: string) => cacheOf(String(name)),
    has: async (name: string) => opened.has(String(name)),
    delete: async (name: string) => opened.delete(String(name)),
    keys: async () => [...opened.keys()],
    match: async (request: unknown) => {
      for (const entries of opened.values()) {
        const found = entries.get(keyOf(request));
        if (found) return found.clone();
      }
      return undefined;
    },
  };
  accessor(globalThis, "caches", () => caches);
}

/** `navigator.storage`, without the origin private file system: apps that detect its absence use their fallback. */
export function installStorageManager(estimate: () => { usage: number; quota: number }): void {
  const methods = {
    estimate: async () => estimate(),
    persist: async () => true,
    persisted: async () => true,
  };
  // A worker in an opaque origin is not a secure context and has no `navigator.storage`.
  if (!("storage" in navigator)) return accessor(navigator, "storage", () => methods);
  const storage = StorageManager.prototype;
  for (const [name, method] of Object.entries(methods)) define(storage, name, method);
  delete (storage as { getDirectory?: unknown }).getDirectory;
}
