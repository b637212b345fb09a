import { create } from "zustand";
import { APP_STATE_MAX_BYTES, MAX_SUSPENDED_APPS } from "@/lib/config/limits";
import { runKeyOf } from "@/lib/shared/run-key";
import { readOpenApps, writeOpenApps } from "./open-apps-storage";
import * as rules from "./rules";
import type { AppInstance, LaunchedApp } from "./rules";

/** The component that shows the frame of a running instance. */
export interface AppHost {
  /** Asks the app for its state. Null or a rejection means that it has none. */
  captureState: () => Promise<unknown>;
  /** Used memory in MB, or null if unknown. */
  measureMemory?: () => Promise<number | null>;
  restart?: () => void;
}

export interface AppLifecycleStore {
  instances: readonly AppInstance[];
  /** The visible instance. It is never suspended to free memory. */
  foregroundId: string | null;

  /** Starts an app, or resumes the instance it already has. `state` is newer than what is stored. */
  launch: (app: LaunchedApp, state?: unknown) => Promise<AppInstance>;
  setForeground: (id: string | null) => void;
  /** Saves the app's state and removes its frame. */
  suspend: (id: string) => Promise<void>;
  resume: (id: string) => Promise<void>;
  restart: (id: string) => void;
  /** Saves the app's state and removes the instance. `discard` deletes the saved state instead. */
  stop: (id: string, options?: { discard?: boolean }) => Promise<void>;
  stopAll: () => Promise<void>;
  /** Called by the component that shows an instance. Returns a cleanup function. */
  attachHost: (id: string, host: AppHost) => () => void;
  /** States are saved for this user; null (a guest) saves none. */
  setUser: (userId: string | null) => void;
}

/** An app that does not answer within this time is suspended without its state. */
const CAPTURE_TIMEOUT_MS = 2_000;

const hosts = new Map<string, AppHost>();
let user: string | null = null;
let nextRun = 1;
const database = () => import("./app-state-storage");

async function captureState(id: string): Promise<unknown> {
  const host = hosts.get(id);
  if (!host) return null;
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, CAPTURE_TIMEOUT_MS, null));
  const state = await Promise.race([host.captureState(), timeout]).catch(() => null);
  return (JSON.stringify(state ?? null) ?? "").length <= APP_STATE_MAX_BYTES ? state : null;
}

async function saveState(key: string, state: unknown): Promise<void> {
  if (!user || state === null || state === undefined) return;
  // If IndexedDB is full, the app only loses its state.
  await (
    await database()
  )
    .saveAppState(user, { appId: key, state, timestamp: Date.now() })
    .catch(() => undefined);
}

async function takeState(key: string): Promise<unknown> {
  if (!user) return null;
  const record = await (await database()).takeAppState(user, key).catch(() => null);
  return record?.state ?? null;
}

export const useAppLifecycleStore = create<AppLifecycleStore>()((set, get) => {
  const find = (id: string) => get().instances.find((instance) => instance.id === id) ?? null;

  return {
    instances: [],
    foregroundId: null,

    launch: async (app, given = null) => {
      const key = runKeyOf(app);
      const isRunning = rules.findInstance(get().instances, key)?.status === "running";
      const stored = isRunning || app.type !== "user" ? null : await takeState(key);
      const state = given ?? stored;
      set({
        instances: rules.launch(get().instances, { app, id: `run-${nextRun++}`, state, now: Date.now() }),
      });
      return rules.findInstance(get().instances, key)!;
    },
    setForeground: (id) => {
      const { instances, foregroundId } = get();
      if (id === foregroundId) return;
      // Both the previous and the new foreground app were active until now.
      const now = Date.now();
      const touched = [foregroundId, id].reduce(
        (list, instanceId) => (instanceId ? rules.touch(list, instanceId, now) : list),
        [...instances],
      );
      set({ foregroundId: id, instances: id ? rules.resume(touched, id, now) : touched });
    },
    suspend: async (id) => {
      const instance = find(id);
      if (instance?.status !== "running") return;
      const state = await captureState(id);
      await saveState(runKeyOf(instance), state);
      set({ instances: rules.suspend(get().instances, id, state) });
      for (const extra of rules.beyondSuspendedLimit(get().instances, MAX_SUSPENDED_APPS))
        await get().stop(extra);
    },
    restart: (id) => hosts.get(id)?.restart?.(),
    resume: async (id) => {
      const instance = find(id);
      if (instance?.status !== "suspended") return;
      const state = await takeState(runKeyOf(instance));
      set({ instances: rules.resume(get().instances, id, Date.now(), state) });
    },
    stop: async (id, { discard = false } = {}) => {
      const instance = find(id);
      if (!instance) return;
      if (discard) {
        if (user) await (await database()).forgetAppState(user, runKeyOf(instance)).catch(() => undefined);
      } else {
        await saveState(
          runKeyOf(instance),
          instance.status === "running" ? await captureState(id) : instance.state,
        );
      }
      set({
        instances: rules.stop(get().instances, id),
        foregroundId: get().foregroundId === id ? null : get().foregroundId,
      });
    },
    stopAll: async () => {
      await Promise.all(get().instances.map((instance) => get().stop(instance.id)));
    },
    attachHost: (id, host) => {
      hosts.set(id, host);
      return () => {
        if (hosts.get(id) === host) hosts.delete(id);
      };
    },
    setUser: (userId) => {
      if (user !== null && user !== userId) set({ instances: [], foregroundId: null });
      if (userId === user) return;
      user = userId;
      const open = userId === null ? [] : readOpenApps(userId);
      const added = open.filter((app) => !rules.findInstance(get().instances, runKeyOf(app)));
      if (!added.length) return;
      const suspended = added.map((app): AppInstance => ({
        ...app,
        id: `run-${nextRun++}`,
        type: "user",
        status: "suspended",
        state: null,
        memoryUsage: null,
      }));
      set({ instances: [...get().instances, ...suspended] });
    },
  };
});

useAppLifecycleStore.subscribe(({ instances }, before) => {
  if (user !== null && instances !== before.instances) writeOpenApps(user, instances);
});

export function hostOf(id: string): AppHost | null {
  return hosts.get(id) ?? null;
}

/** The user whose states are saved. */
export function currentUser(): string | null {
  return user;
}
