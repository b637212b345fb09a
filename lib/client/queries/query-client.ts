import { isServer, QueryClient } from "@tanstack/react-query";
import { CACHE_FRESH_MS, CACHE_KEPT_MS, CACHE_RETRIES } from "@/lib/config/limits";

/** A query cache with the rules of the specification, section 9. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: CACHE_FRESH_MS,
        gcTime: CACHE_KEPT_MS,
        refetchOnWindowFocus: false,
        // What the server refused stays refused; only a lost connection or a server's fault is worth a second try.
        retry: (failures, error) => failures < CACHE_RETRIES && !isRefusal(error),
      },
    },
  });
}

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
