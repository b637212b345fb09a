import { runKeyOf } from "@/lib/shared/run-key";
/**
 * The dock's rules (specification, sections 2, 3, 4 and 9) as pure functions: its apps, their order and its position.
 * Times are milliseconds since 1970.
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
  /** A trial, removed from the dock when it expires. */
  mode?: "tmp";
  expiresAt?: number;
  addedAt: number;
};

export type DockSettings = {
  position: DockPosition;
  autoHide: boolean;
  size: DockSize;
  dockedApps: DockedApp[];
  /** Ids of user apps in the order that the user chose. */
  appOrder: string[];
};

export function defaultDock(): DockSettings {
  return { position: "right", autoHide: true, size: "medium", dockedApps: [], appOrder: [] };
}

/** Sorts user apps by the saved order, then by `addedAt`, then by id. */
export function orderedApps(dock: Pick<DockSettings, "dockedApps" | "appOrder">): DockedApp[] {
  const rank = new Map(dock.appOrder.map((id, index) => [id, index]));
  const rankOf = (app: DockedApp) => rank.get(app.id) ?? dock.appOrder.length;
  return dock.dockedApps
    .filter((app) => app.type === "user")
    .sort((a, b) => rankOf(a) - rankOf(b) || a.addedAt - b.addedAt || (a.id < b.id ? -1 : 1));
}

/** The run keys of running and suspended user apps that are not in the dock: rooms never are. */
export function undockedApps(
  instances: readonly { appId: string; roomId?: string; type: "system" | "user" }[],
  dockedApps: readonly DockedApp[],
): string[] {
  const docked = new Set(dockedApps.map((app) => app.id));
  return instances
    .filter((instance) => instance.type === "user" && !docked.has(runKeyOf(instance)))
    .map(runKeyOf);
}

/** Adds an app, replacing an entry with the same id. */
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

/** Sets a new order. Unknown and repeated ids are ignored; apps not in `ids` follow in their current order. */
export function reorderApps(dock: DockSettings, ids: readonly string[]): DockSettings {
  const current = orderedApps(dock).map((app) => app.id);
  const known = new Set(current);
  const chosen = [...new Set(ids)].filter((id) => known.has(id));
  const others = current.filter((id) => !chosen.includes(id));
  return { ...dock, appOrder: [...chosen, ...others] };
}

/** Moves an app by `steps` places (negative: towards the start), clamped to the ends. */
export function moveApp(dock: DockSettings, id: string, steps: number): DockSettings {
  const ids = orderedApps(dock).map((app) => app.id);
  const from = ids.indexOf(id);
  if (from < 0) return dock;
  const to = Math.max(0, Math.min(ids.length - 1, from + steps));
  ids.splice(to, 0, ...ids.splice(from, 1));
  return { ...dock, appOrder: ids };
}

/** A trial without an expiry counts as expired. */
export function isExpired(app: DockedApp, now: number): boolean {
  return app.mode === "tmp" && (app.expiresAt === undefined || app.expiresAt <= now);
}

/** Removes expired trials. Returns the same object if there are none. */
export function removeExpired(dock: DockSettings, now: number): DockSettings {
  if (!dock.dockedApps.some((app) => isExpired(app, now))) return dock;
  return cleanOrder({ ...dock, dockedApps: dock.dockedApps.filter((app) => !isExpired(app, now)) });
}

function cleanOrder(dock: DockSettings): DockSettings {
  const known = new Set(dock.dockedApps.filter((app) => app.type === "user").map((app) => app.id));
  return { ...dock, appOrder: [...new Set(dock.appOrder)].filter((id) => known.has(id)) };
}

/** Cleans up a stored dock: removes duplicates (the newest stays), stale ids and expired trials. */
export function cleanDock(dock: DockSettings, now: number): DockSettings {
  const newest = new Map<string, DockedApp>();
  for (const app of dock.dockedApps) {
    const seen = newest.get(app.id);
    if (!seen || seen.addedAt <= app.addedAt) newest.set(app.id, app);
  }
  return cleanOrder({
    ...dock,
    // System apps are never stored.
    dockedApps: [...newest.values()].filter((app) => app.type === "user" && !isExpired(app, now)),
  });
}

/** An installed app as the server lists it. */
export type InstalledAppShort = { id: string; name: string; icon: string | null; addedAt: number };

/**
 * Syncs the dock with the user's installed apps: adds new ones, updates names and icons, removes uninstalled ones.
 * Trials stay, and so do apps added here after the list was read (`asOf`).
 */
export function mergeInstalled(
  dock: DockSettings,
  installed: readonly InstalledAppShort[],
  asOf: number,
): DockSettings {
  const byId = new Map(installed.map((app) => [app.id, app]));
  const kept = dock.dockedApps
    .filter((app) => byId.has(app.id) || app.mode === "tmp" || app.addedAt > asOf)
    .map((app): DockedApp => {
      const entry = byId.get(app.id);
      return entry ? { ...entry, type: "user", addedAt: app.addedAt } : app;
    });
  const docked = new Set(kept.map((app) => app.id));
  const added = installed
    .filter((app) => !docked.has(app.id))
    .map((app): DockedApp => ({ ...app, type: "user" }));
  return cleanOrder({ ...dock, dockedApps: [...kept, ...added] });
}

/** On narrow windows the dock is always at the bottom. */
export function shownPosition(position: DockPosition, narrow: boolean): DockPosition {
  return narrow ? "bottom" : position;
}

const PATHS_WITHOUT_DOCK = new Set(["/login", "/signup", "/auth/callback", "/onboarding"]);

export function isDockHidden(pathname: string): boolean {
  return PATHS_WITHOUT_DOCK.has(pathname);
}

/** The system app to highlight at a path. */
export function activeSystemApp(pathname: string): SystemAppId | null {
  if (pathname === "/" || pathname === "/timeline") return "timeline";
  if (pathname === "/apps") return "apps";
  if (pathname === "/settings" || pathname.startsWith("/settings/")) return "settings";
  return null;
}

/** The id of the user app that runs at a path. */
export function activeUserApp(pathname: string): string | null {
  return /^\/apps\/([^/]+)\/run(?:\/|$)/.exec(pathname)?.[1] ?? null;
}

/** The key of the application at a path: the first segment, or the id of a single app. The page transition runs when it changes. */
export function applicationOf(pathname: string): string {
  const [first = "timeline", second] = pathname.split("/").filter(Boolean);
  return first === "apps" && second ? `app:${second}` : first;
}

/** Whether the pointer is close enough to the dock's edge of the window to reveal the dock. */
export function isNearEdge(input: {
  position: DockPosition;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Pixels. */
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
  // System apps are never stored.
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
 * Parses untrusted settings. Returns null if they are not an object. Invalid fields fall back to the defaults, as in
 * dock-boot-script.tsx, and invalid apps are dropped.
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
