/** The Cache API and `navigator.storage`, which opaque origins lack. Shared by the page, workers and child frames. */
import { defineAccessor, define } from "@/lib/sandbox/frame/inside/realm";

/**
 * The Cache API in memory; entries last until the run ends.
 * @param base returns the URL against which relative URLs are resolved
 */
export function installCaches(base: () => string): void {
  const cachesByName = new Map<string, Map<string, Response>>();
  const keyOf = (request: unknown): string =>
    new URL(request instanceof Request ? request.url : String(request), base()).href;
  const cacheOf = (name: string) => {
    const entries = cachesByName.get(name) ?? new Map<string, Response>();
    cachesByName.set(name, entries);
    const cache = {
      match: async (request: unknown) => entries.get(keyOf(request))?.clone(),
      matchAll: async () => [...entries.values()].map((response) => response.clone()),
      put: async (request: unknown, response: Response) => void entries.set(keyOf(request), response),
      add: async (request: RequestInfo) => void entries.set(keyOf(request), await fetch(request)),
      addAll: async (requests: RequestInfo[]) =>
        void (await Promise.all(requests.map((request) => cache.add(request)))),
      delete: async (request: unknown) => entries.delete(keyOf(request)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    };
    return cache;
  };
  const caches = {
    open: async (name: string) => cacheOf(String(name)),
    has: async (name: string) => cachesByName.has(String(name)),
    delete: async (name: string) => cachesByName.delete(String(name)),
    keys: async () => [...cachesByName.keys()],
    match: async (request: unknown) => {
      for (const entries of cachesByName.values()) {
        const found = entries.get(keyOf(request));
        if (found) return found.clone();
      }
      return undefined;
    },
  };
  defineAccessor(globalThis, "caches", () => caches);
}

/**
 * `navigator.storage`.
 * @param hasFiles whether its `getDirectory` is to follow; apps that detect its absence use their fallback
 */
export function installStorageManager(
  estimate: () => { usage: number; quota: number },
  hasFiles = false,
): void {
  const methods = {
    estimate: async () => estimate(),
    persist: async () => true,
    persisted: async () => true,
  };
  // A worker in an opaque origin is not a secure context and has no `navigator.storage`.
  if (!("storage" in navigator)) return defineAccessor(navigator, "storage", () => methods);
  const storage = StorageManager.prototype;
  for (const [name, method] of Object.entries(methods)) define(storage, name, method);
  if (!hasFiles) delete (storage as { getDirectory?: unknown }).getDirectory;
}
