import { create } from "zustand";
import { versionedStorage } from "@/lib/browser/versioned-storage";
import { DOCK_KEY } from "@/lib/config/storage-keys";
import * as rules from "./rules";
import type { DockedApp, DockPosition, DockSettings, DockSize, InstalledAppShort } from "./rules";

type StoredDock = DockSettings & { userId: string | null };

export const dockStorage = versionedStorage<StoredDock>({
  key: DOCK_KEY,
  version: 1,
  parse: (value) => {
    const dock = rules.parseDock(value);
    if (!dock) return null;
    const { userId } = value as { userId?: unknown };
    return { ...dock, userId: typeof userId === "string" ? userId : null };
  },
});

interface DockStore extends StoredDock {
  /** False until localStorage was read; the server renders its best guess before that. */
  hydrated: boolean;
  /** Unread counts by system app or app id. Not persisted. */
  badges: Readonly<Record<string, number>>;

  /** Reads localStorage and merges the user's installed apps, which were read at `asOf`. */
  hydrate: (userId: string, installed: readonly InstalledAppShort[], asOf?: number) => void;
  addApp: (app: Omit<DockedApp, "addedAt">) => void;
  removeApp: (id: string) => void;
  reorder: (ids: readonly string[]) => void;
  move: (id: string, steps: number) => void;
  setPosition: (position: DockPosition) => void;
  setAutoHide: (autoHide: boolean) => void;
  setSize: (size: DockSize) => void;
  removeExpired: () => void;
  setBadge: (id: string, count: number) => void;
}

export const settingsOf = ({
  position,
  autoHide,
  size,
  dockedApps,
  appOrder,
}: DockSettings): DockSettings => ({
  position,
  autoHide,
  size,
  dockedApps,
  appOrder,
});

/** The boot script sets the same attributes before the first paint; the dock's CSS reads them. */
export function mirrorToDocument(dock: DockSettings): void {
  Object.assign(document.documentElement.dataset, {
    dock: dock.position,
    dockSize: dock.size,
    dockHide: dock.autoHide ? "auto" : "never",
  });
}

export const useDockStore = create<DockStore>()((set, get) => {
  const apply = (change: (dock: DockSettings) => DockSettings) => {
    const before = settingsOf(get());
    const after = change(before);
    if (after === before) return;
    set(after);
    mirrorToDocument(after);
    // Before hydration the defaults must not overwrite the stored state.
    if (get().hydrated) dockStorage.write({ ...after, userId: get().userId });
  };

  return {
    ...rules.defaultDock(),
    userId: null,
    hydrated: false,
    badges: {},

    hydrate: (userId, installed, asOf = Date.now()) => {
      const stored = dockStorage.read();
      const dock = stored ? settingsOf(stored) : rules.defaultDock();
      // Apps and their order belong to the user, position and size to the browser.
      const own = stored?.userId === userId ? dock : { ...dock, dockedApps: [], appOrder: [] };
      const merged = rules.mergeInstalled(rules.cleanDock(own, Date.now()), installed, asOf);
      set({ ...merged, userId, hydrated: true });
      mirrorToDocument(merged);
      dockStorage.write({ ...merged, userId });
    },
    addApp: (app) => apply((dock) => rules.addApp(dock, app, Date.now())),
    removeApp: (id) => apply((dock) => rules.removeApp(dock, id)),
    reorder: (ids) => apply((dock) => rules.reorderApps(dock, ids)),
    move: (id, steps) => apply((dock) => rules.moveApp(dock, id, steps)),
    setPosition: (position) => apply((dock) => ({ ...dock, position })),
    setAutoHide: (autoHide) => apply((dock) => ({ ...dock, autoHide })),
    setSize: (size) => apply((dock) => ({ ...dock, size })),
    removeExpired: () => apply((dock) => rules.removeExpired(dock, Date.now())),
    setBadge: (id, count) => set({ badges: { ...get().badges, [id]: count } }),
  };
});
