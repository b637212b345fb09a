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
  const [appId = key, mark, id = null] = key.split(/([@~])/);
  return { appId, roomId: mark === ROOM ? id : null, momentOf: mark === MOMENT ? id : null };
}

/** The page of a run. */
export function runHref(key: string): string {
  const [appId, mark, id] = key.split(/([@~])/);
  return `/apps/${appId}/run${id ? `?${mark === ROOM ? "room" : "moment"}=${id}` : ""}`;
}

/** The fragment, with its `#`, for a place that an app has named: what follows a `#` in it, or all of it. Empty for null. */
export function fragmentOf(href: string | null): string {
  return href === null ? "" : new URL(`#${href.slice(href.indexOf("#") + 1)}`, "https://gum.invalid").hash;
}
