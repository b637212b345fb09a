/**
 * The dock's rules (specification, sections 2, 3, 4 and 9) as pure functions: what is in it, in which order, where it
 * stands, and the phases of a drag. Times are milliseconds since 1970.
 */

export const DOCK_POSITIONS = ["top", "bottom", "left", "right"] as const;
export type DockPosition = (typeof DOCK_POSITIONS)[number];

export const DOCK_SIZES = ["small", "medium", "large"] as const;
export type DockSize = (typeof DOCK_SIZES)[number];

export const SYSTEM_APPS = ["timeline", "settings", "apps"] as const;
export type SystemAppId = (typeof SYSTEM_APPS)[number];

export type DockedApp = {
  id: string;
  name: string;
  icon: string | null;
  type: "system" | "user";
  /** A trial: leaves the dock when it expires. */
  mode?: "tmp";
  expiresAt?: number;
  addedAt: number;
};

export type DockSettings = {
  position: DockPosition;
  autoHide: boolean;
  size: DockSize;
  dockedApps: DockedApp[];
  /** Ids of user apps, as the person arranged them. */
  appOrder: string[];
};

export function defaultDock(): DockSettings {
  return { position: "right", autoHide: true, size: "medium", dockedApps: [], appOrder: [] };
}

/** User apps as shown: by the saved order, then by when they were added, then by id. */
export function orderedApps(dock: Pick<DockSettings, "dockedApps" | "appOrder">): DockedApp[] {
  const rank = new Map(dock.appOrder.map((id, index) => [id, index]));
  const rankOf = (app: DockedApp) => rank.get(app.id) ?? Number.POSITIVE_INFINITY;
  return dock.dockedApps
    .filter((app) => app.type === "user")
    .sort((a, b) => {
      const ranks = [rankOf(a), rankOf(b)] as const;
      if (ranks[0] !== ranks[1]) return ranks[0] - ranks[1];
      return a.addedAt - b.addedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
    });
}

/** Docks an app; one that is docked already is replaced and its `addedAt` refreshed. */
export function addApp(dock: DockSettings, app: Omit<DockedApp, "addedAt">, now: number): DockSettings {
  const others = dock.dockedApps.filter((docked) => docked.id !== app.id);
  return { ...dock, dockedApps: [...others, { ...app, addedAt: now }] };
}

export function removeApp(dock: DockSettings, id: string): DockSettings {
  return {
    ...dock,
    dockedApps: dock.dockedApps.filter((app) => app.id !== id),
    appOrder: dock.appOrder.filter((ordered) => ordered !== id),
  };
}

/** Saves a new order: of docked user apps only, each once; those not named keep their order after the named. */
export function reorderApps(dock: DockSettings, ids: readonly string[]): DockSettings {
  const current = orderedApps(dock).map((app) => app.id);
  const known = new Set(current);
  const named = [...new Set(ids)].filter((id) => known.has(id));
  const rest = current.filter((id) => !named.includes(id));
  return { ...dock, appOrder: [...named, ...rest] };
}

/** Moves one app by `steps` places (negative is towards the start), as far as there is room. */
export function moveApp(dock: DockSettings, id: string, steps: number): DockSettings {
  const ids = orderedApps(dock).map((app) => app.id);
  const from = ids.indexOf(id);
  if (from < 0) return dock;
  const to = Math.max(0, Math.min(ids.length - 1, from + steps));
  ids.splice(to, 0, ...ids.splice(from, 1));
  return { ...dock, appOrder: ids };
}

/** A trial without an expiry, or past it, is over. */
export function isExpired(app: DockedApp, now: number): boolean {
  return app.mode === "tmp" && (app.expiresAt === undefined || app.expiresAt <= now);
}

/** Takes expired trials out. Answers the same object when there is none. */
export function removeExpired(dock: DockSettings, now: number): DockSettings {
  if (!dock.dockedApps.some((app) => isExpired(app, now))) return dock;
  return cleanOrder({ ...dock, dockedApps: dock.dockedApps.filter((app) => !isExpired(app, now)) });
}

function cleanOrder(dock: DockSettings): DockSettings {
  const known = new Set(dock.dockedApps.filter((app) => app.type === "user").map((app) => app.id));
  return { ...dock, appOrder: [...new Set(dock.appOrder)].filter((id) => known.has(id)) };
}

/** What a stored dock goes through when it is loaded: duplicates (the newest stays), stale ids, expired trials. */
export function cleanDock(dock: DockSettings, now: number): DockSettings {
  const newest = new Map<string, DockedApp>();
  for (const app of dock.dockedApps) {
    const seen = newest.get(app.id);
    if (!seen || seen.addedAt <= app.addedAt) newest.set(app.id, app);
  }
  return cleanOrder({
    ...dock,
    // The system's three are always there and never stored.
    dockedApps: [...newest.values()].filter((app) => app.type === "user" && !isExpired(app, now)),
  });
}

/** An app of the person's own list, as the server knows it. */
export type InstalledAppShort = { id: string; name: string; icon: string | null; addedAt: number };

/**
 * Brings the dock in line with the person's list of apps: adds what is new, refreshes names and icons, drops what left
 * the list. Trials, and apps docked here after the list was read (`asOf`), stay.
 */
export function mergeInstalled(
  dock: DockSettings,
  installed: readonly InstalledAppShort[],
  asOf: number,
): DockSettings {
  const listed = new Map(installed.map((app) => [app.id, app]));
  const kept = dock.dockedApps
    .filter((app) => listed.has(app.id) || app.mode === "tmp" || app.addedAt > asOf)
    .map((app): DockedApp => {
      const entry = listed.get(app.id);
      if (!entry) return app;
      return { ...entry, type: "user", addedAt: app.addedAt };
    });
  const docked = new Set(kept.map((app) => app.id));
  const added = installed
    .filter((app) => !docked.has(app.id))
    .map((app): DockedApp => ({ ...app, type: "user" }));
  return cleanOrder({ ...dock, dockedApps: [...kept, ...added] });
}

/** Narrow windows force the dock to the bottom. */
export function shownPosition(position: DockPosition, narrow: boolean): DockPosition {
  return narrow ? "bottom" : position;
}

const HIDDEN_ON = new Set(["/login", "/signup", "/auth/callback", "/onboarding"]);

export function isDockHidden(pathname: string): boolean {
  return HIDDEN_ON.has(pathname);
}

/** Which system button is highlighted at a path. */
export function activeSystemApp(pathname: string): SystemAppId | null {
  if (pathname === "/" || pathname === "/timeline") return "timeline";
  if (pathname === "/apps") return "apps";
  if (pathname === "/settings" || pathname.startsWith("/settings/")) return "settings";
  return null;
}

/** Which docked app is in front at a path. */
export function activeUserApp(pathname: string): string | null {
  return /^\/apps\/([^/]+)\/run$/.exec(pathname)?.[1] ?? null;
}

/**
 * Which application a path belongs to: a system screen by its first part, a single app by its id. Changing it is what
 * the page transition answers to.
 */
export function applicationOf(pathname: string): string {
  const [first = "timeline", second] = pathname.split("/").filter(Boolean);
  return first === "apps" && second ? `app:${second}` : first;
}

/** True while the pointer is near enough to the dock's edge of the window to call it. */
export function isNearEdge(input: {
  position: DockPosition;
  x: number;
  y: number;
  width: number;
  height: number;
  /** How near, in pixels. */
  within: number;
}): boolean {
  const { position, x, y, width, height, within } = input;
  if (position === "left") return x <= within;
  if (position === "right") return x >= width - within;
  if (position === "top") return y <= within;
  return y >= height - within;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseDockedApp(value: unknown): DockedApp | null {
  if (!isRecord(value)) return null;
  const { id, name, icon, type, mode, expiresAt, addedAt } = value;
  if (typeof id !== "string" || id === "" || typeof name !== "string") return null;
  if (icon !== null && typeof icon !== "string") return null;
  // The system's three are never stored.
  if (type !== "user" || !Number.isFinite(addedAt)) return null;
  return {
    id,
    name,
    icon,
    type,
    addedAt: addedAt as number,
    ...(mode === "tmp" && { mode }),
    ...(Number.isFinite(expiresAt) && { expiresAt: expiresAt as number }),
  };
}

function isOneOf<Value extends string>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value);
}

/**
 * Reads settings of unknown origin. Null when they are none at all; of what does not parse in them the default stands, as
 * before the first paint (dock-boot-script.tsx), and single apps that do not parse are left out.
 */
export function parseDock(value: unknown): DockSettings | null {
  if (!isRecord(value)) return null;
  const dock = defaultDock();
  const { position, autoHide, size, dockedApps, appOrder } = value;
  if (isOneOf(DOCK_POSITIONS, position)) dock.position = position;
  if (isOneOf(DOCK_SIZES, size)) dock.size = size;
  if (typeof autoHide === "boolean") dock.autoHide = autoHide;
  if (Array.isArray(dockedApps))
    dock.dockedApps = dockedApps.map(parseDockedApp).filter((app) => app !== null);
  if (Array.isArray(appOrder)) dock.appOrder = appOrder.filter((id): id is string => typeof id === "string");
  return dock;
}
