import type { QueryClient } from "@tanstack/react-query";
import type { SeedEntry } from "./seed";

/**
 * What stands in a request's cache, for <Seed> to take over: as JSON. The values of a page of posts are a thousand; in a
 * tree each would be walked by the server's renderer and again by its reader.
 */
export function seedEntries(client: QueryClient): string {
  const entries: SeedEntry[] = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === "success")
    .map(({ queryKey, state }) => [queryKey, state.data, state.dataUpdatedAt]);
  return JSON.stringify(entries);
}
