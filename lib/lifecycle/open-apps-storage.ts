/** Which apps this tab has open, in sessionStorage: after a reload or a crash they are in the dock again, as suspended. */
import { MAX_SUSPENDED_APPS } from "@/lib/config/limits";
import { OPEN_APPS_KEY } from "@/lib/config/storage-keys";
import type { AppInstance, LaunchedApp } from "./rules";

type OpenApp = Omit<LaunchedApp, "type"> & { lastActive: number };

let written = "";

export function writeOpenApps(userId: string, instances: readonly AppInstance[]): void {
  const apps = instances
    .filter(({ type }) => type === "user")
    .map(({ appId, roomId, momentOf, name, icon, component, lastActive }) => ({
      appId,
      roomId,
      momentOf,
      name,
      icon,
      component,
      lastActive,
    }));
  const text = JSON.stringify({ userId, apps });
  if (text === written) return;
  written = text;
  try {
    sessionStorage.setItem(OPEN_APPS_KEY, text);
  } catch {
    // sessionStorage is full or blocked: a reload forgets them.
  }
}

/** The most recently active ones, as many as may be suspended. */
export function readOpenApps(userId: string): OpenApp[] {
  try {
    const open = JSON.parse(sessionStorage.getItem(OPEN_APPS_KEY) ?? "null") as {
      userId: unknown;
      apps: unknown;
    };
    if (open.userId !== userId || !Array.isArray(open.apps)) return [];
    return open.apps
      .filter(isOpenApp)
      .sort((a, b) => b.lastActive - a.lastActive)
      .slice(0, MAX_SUSPENDED_APPS);
  } catch {
    // Missing or invalid.
    return [];
  }
}

/** Anybody at this browser can edit the stored value. Validated by hand: the shell loads no zod. */
function isOpenApp(value: unknown): value is OpenApp {
  if (typeof value !== "object" || value === null) return false;
  const { appId, roomId, momentOf, name, icon, component, lastActive } = value as Record<string, unknown>;
  return (
    (roomId === undefined || typeof roomId === "string") &&
    (momentOf === undefined || typeof momentOf === "string") &&
    [appId, name, component].every((text) => typeof text === "string") &&
    (icon === null || typeof icon === "string") &&
    typeof lastActive === "number"
  );
}
