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

/** The fragment, with its `#`, for a place that an app has named: what follows a `#` in it, or all of it. Empty for null. */
export function fragmentOf(href: string | null): string {
  return href === null ? "" : new URL(`#${href.slice(href.indexOf("#") + 1)}`, "https://gum.invalid").hash;
}
