/** What tells the runs of apps in a tab apart: the app alone, and each of its rooms. */
export type RunIdentity = { appId: string; roomId?: string | null };

const SEPARATOR = "@";

/** The app's id where it runs alone. */
export function runKeyOf({ appId, roomId }: RunIdentity): string {
  return roomId ? `${appId}${SEPARATOR}${roomId}` : appId;
}

export function readRunKey(key: string): { appId: string; roomId: string | null } {
  const [appId = key, roomId = null] = key.split(SEPARATOR);
  return { appId, roomId };
}

/** The page of a run. */
export function runHref(key: string): string {
  const { appId, roomId } = readRunKey(key);
  return roomId ? `/apps/${appId}/run?room=${roomId}` : `/apps/${appId}/run`;
}

/** What an address says to the app itself: `?…` and `#…`, or empty. */
export type AppAddress = { query: string; hash: string };

/** Parameters of a run's page that are the shell's. */
const SHELL_PARAMS = new Set(["room"]);

/**
 * What the address of a page says to the app of a run.
 * @returns null if it is not the page of this run, or says nothing to the app
 */
export function addressIn(url: URL, key: string): AppAddress | null {
  const isOfShell = (part: string) => SHELL_PARAMS.has(part.split("=")[0] ?? "");
  const parts = url.search.slice(1).split("&").filter(Boolean);
  const own = parts.filter(isOfShell);
  if (url.pathname + (own.length > 0 ? `?${own.join("&")}` : "") !== runHref(key)) return null;
  const rest = parts.filter((part) => !isOfShell(part));
  const query = rest.length > 0 ? `?${rest.join("&")}` : "";
  return query || url.hash ? { query, hash: url.hash } : null;
}

/** The fragment, with its `#`, for a place that an app has named: what follows a `#` in it, or all of it. Empty for null. */
export function fragmentOf(href: string | null): string {
  return href === null ? "" : new URL(`#${href.slice(href.indexOf("#") + 1)}`, "https://gum.invalid").hash;
}
