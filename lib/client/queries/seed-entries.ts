import type { QueryClient } from "@tanstack/react-query";
import type { SeedEntry } from "./seed";

/** What stands in a request's cache, for <Seed> to take over. */
export function seedEntries(client: QueryClient): SeedEntry[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === "success")
    .map(({ queryKey, state }) => [queryKey, state.data, state.dataUpdatedAt]);
}
