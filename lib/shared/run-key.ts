/** What tells the runs of apps in a tab apart: the app alone, each of its rooms, and each moment it started from. */
export type RunIdentity = {
  appId: string;
  roomId?: string | null | undefined;
  /** The post whose moment it started from. */
  momentOf?: string | null | undefined;
};

const ROOM = "@";
const MOMENT = "~";

/** The app's id where it runs alone. */
export function runKeyOf({ appId, roomId, momentOf }: RunIdentity): string {
  if (momentOf) return appId + MOMENT + momentOf;
  return roomId ? appId + ROOM + roomId : appId;
}

export function readRunKey(key: string): { appId: string; roomId: string | null; momentOf: string | null } {
  const [, appId = key, mark, id = null] = /^([^@~]+)([@~])(.+)$/.exec(key) ?? [];
  return { appId, roomId: mark === ROOM ? id : null, momentOf: mark === MOMENT ? id : null };
}

/** The page of a run. */
export function runHref(key: string): string {
  const { appId, roomId, momentOf } = readRunKey(key);
  const page = `/apps/${appId}/run`;
  if (momentOf) return `${page}?moment=${momentOf}`;
  return roomId ? `${page}?room=${roomId}` : page;
}

/** What an address says to the app itself: `?…` and `#…`, or empty. */
export type AppAddress = { query: string; hash: string };

/** Parameters of a run's page that are the shell's. */
const SHELL_PARAMS = new Set(["room", "moment"]);

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
