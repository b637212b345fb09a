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
  const isOfShell = (part: string) => SHELL_PARAMS.has(part.split("=")[0] ?? "");
  const parts = url.search.slice(1).split("&").filter(Boolean);
  const own = parts.filter(isOfShell);
  const [, page = "", path = ""] = /^(\/apps\/[^/]+\/run)(\/.*)?$/.exec(url.pathname) ?? [];
  if (page + (own.length > 0 ? `?${own.join("&")}` : "") !== runHref(key)) return null;
  const rest = parts.filter((part) => !isOfShell(part));
  const query = rest.length > 0 ? `?${rest.join("&")}` : "";
  if (!path && !query && !url.hash) return null;
  return { ...(path && { path }), query, hash: url.hash };
}
