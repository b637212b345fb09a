import { isServer, QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { CACHE_FRESH_MS, CACHE_KEPT_MS, CACHE_RETRIES } from "@/lib/config/limits";

/** A query cache with the rules of the specification, section 9. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: CACHE_FRESH_MS,
        gcTime: CACHE_KEPT_MS,
        refetchOnWindowFocus: false,
        structuralSharing: keepPages,
        // What the server refused stays refused; only a lost connection or a server's fault is worth a second try.
        retry: (failures, error) => failures < CACHE_RETRIES && !isRefusal(error),
      },
    },
  });
}

/**
 * A list's next page comes with the pages before it as they were when it was asked for: those that are there stay, with
 * what was liked, written and deleted meanwhile.
 */
function keepPages(before: unknown, after: unknown): unknown {
  const [known, read] = [pagesOf(before), pagesOf(after)];
  return known && read && read.length > known.length
    ? { ...(after as object), pages: [...known, ...read.slice(known.length)] }
    : replaceEqualDeep(before, after);
}

const pagesOf = (data: unknown) => (data as { pages?: unknown[] } | undefined)?.pages;

/** True for what the API's client throws where the server said no. */
function isRefusal(error: Error & { status?: unknown }): boolean {
  return typeof error.status === "number" && error.status >= 400 && error.status < 500;
}

let browserClient: QueryClient | undefined;

/** One cache a browser tab; a fresh one a request on the server. */
export function getQueryClient(): QueryClient {
  if (isServer) return makeQueryClient();
  return (browserClient ??= makeQueryClient());
}
