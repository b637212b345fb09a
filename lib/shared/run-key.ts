/** Identifies a run within a tab: the app alone, each of its rooms, and each moment it started from. */
type RunIdentity = {
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
  const [own = key, roomId = null] = key.split(ROOM);
  const [appId = own, momentOf = null] = own.split(MOMENT);
  return { appId, roomId, momentOf };
}

/** The page of a run. */
export function runHref(key: string): string {
  const { appId, roomId, momentOf } = readRunKey(key);
  const query = momentOf ? `?moment=${momentOf}` : roomId ? `?room=${roomId}` : "";
  return `/apps/${appId}/run${query}`;
}

/** The fragment, with its `#`, for a place that an app has named: what follows a `#` in it, or all of it. Empty for null. */
export function fragmentOf(href: string | null): string {
  return href === null ? "" : new URL(`#${href.slice(href.indexOf("#") + 1)}`, "https://gum.invalid").hash;
}
