import { runHref } from "./run-key";

/** The part of a URL that belongs to the app: `/…`, `?…` and `#…`, or empty. */
export type AppAddress = { path?: string; query: string; hash: string };

/** Parameters of a run's page that are the shell's. */
const SHELL_PARAMS = new Set(["room", "moment"]);

/**
 * The app's address within that of a page.
 * @returns null if it is not the page of this run, or has no address for the app
 */
export function addressIn(url: URL, key: string): AppAddress | null {
  const { own, rest } = partsOf(url);
  const [, page = "", path = ""] = /^(\/apps\/[^/]+\/run)(\/.*)?$/.exec(url.pathname) ?? [];
  if (page + queryOf(own) !== runHref(key)) return null;
  const query = queryOf(rest);
  if (!path && !query && !url.hash) return null;
  return { ...(path && { path }), query, hash: url.hash };
}

/** The same for the page of a shared app, whose path is not the app's. */
export function sharedAddressIn(url: URL): AppAddress | null {
  const query = queryOf(partsOf(url).rest);
  return query || url.hash ? { query, hash: url.hash } : null;
}

/** What of a query is the shell's, and what is the app's. */
function partsOf({ search }: URL): { own: string[]; rest: string[] } {
  const isOfShell = (part: string) => SHELL_PARAMS.has(part.split("=")[0] ?? "");
  const parts = search.slice(1).split("&").filter(Boolean);
  return { own: parts.filter(isOfShell), rest: parts.filter((part) => !isOfShell(part)) };
}

const queryOf = (parts: readonly string[]): string => (parts.length > 0 ? `?${parts.join("&")}` : "");
