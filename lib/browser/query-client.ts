import { isServer, QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { ApiError } from "./api";
import { CACHE_FRESH_MS, CACHE_KEPT_MS, CACHE_RETRIES } from "@/lib/config/limits";

/** A query client with the defaults of the specification, section 9. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: CACHE_FRESH_MS,
        gcTime: CACHE_KEPT_MS,
        refetchOnWindowFocus: false,
        structuralSharing: keepPages,
        // Retry lost connections and server errors, but no 4xx.
        retry: (failures, error) => failures < CACHE_RETRIES && !isClientError(error),
      },
    },
  });
}

/**
 * fetchNextPage writes back the earlier pages as they were when it started. This keeps the cached ones, with what was
 * liked, written and deleted since.
 */
function keepPages(oldData: unknown, newData: unknown): unknown {
  const [oldPages, newPages] = [pagesOf(oldData), pagesOf(newData)];
  return oldPages && newPages && newPages.length > oldPages.length
    ? { ...(newData as object), pages: [...oldPages, ...newPages.slice(oldPages.length)] }
    : replaceEqualDeep(oldData, newData);
}

const pagesOf = (data: unknown) => (data as { pages?: unknown[] } | undefined)?.pages;

/** True for a 4xx response. */
function isClientError(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

let browserClient: QueryClient | undefined;

/** One client per tab, and on the server one per request. */
export function getQueryClient(): QueryClient {
  if (isServer) return makeQueryClient();
  return (browserClient ??= makeQueryClient());
}
