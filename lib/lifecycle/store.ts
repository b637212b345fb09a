import { create } from "zustand";
import { APP_STATE_MAX_BYTES, MAX_SUSPENDED_APPS } from "@/lib/config/limits";
import * as rules from "./rules";
import type { AppInstance, LaunchedApp } from "./rules";

/** What stands behind a running instance: the thing that holds its frame. */
export interface AppHost {
  /** Asks the app for its state. Null or a rejection: it has none to give. */
  captureState: () => Promise<unknown>;
  /** Used memory in MB, or null where it cannot be told. */
  measureMemory?: () => Promise<number | null>;
  /** Runs the app anew where it stands. */
  restart?: () => void;
}

export interface AppLifecycleStore {
  instances: readonly AppInstance[];
  /** The instance in front of the person, if any. It is never suspended for memory. */
  foregroundId: string | null;

  /** Starts an app, or brings it back where it is not stopped. Answers the instance. */
  launch: (app: LaunchedApp) => Promise<AppInstance>;
  setForeground: (id: string | null) => void;
  /** Saves the app's state and lets its frame go. */
  suspend: (id: string) => Promise<void>;
  resume: (id: string) => void;
  /** Runs a running app anew. */
  restart: (id: string) => void;
  /** Saves the app's state and removes the instance. `discard` forgets the state instead. */
  stop: (id: string, options?: { discard?: boolean }) => Promise<void>;
  stopAll: () => Promise<void>;
  /** Whoever shows an instance says here how to reach it. Answers how to take it back. */
  attachHost: (id: string, host: AppHost) => () => void;
  /** Whose states are kept; null keeps none (a guest). */
  setUser: (userId: string | null) => void;
}

/** An app that does not answer within this time is suspended without its state. */
const CAPTURE_TIMEOUT_MS = 2_000;

const hosts = new Map<string, AppHost>();
let user: string | null = null;
let nextRun = 1;
const database = () => import("./app-state-storage");

async function capture(id: string): Promise<unknown> {
  const host = hosts.get(id);
  if (!host) return null;
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, CAPTURE_TIMEOUT_MS, null));
  const state = await Promise.race([host.captureState(), timeout]).catch(() => null);
  return (JSON.stringify(state ?? null) ?? "").length <= APP_STATE_MAX_BYTES ? state : null;
}

async function keepState(appId: string, state: unknown): Promise<void> {
  if (!user || state === null || state === undefined) return;
  // A browser without room for it: the app starts anew next time, nothing else is lost.
  await (await database()).saveAppState(user, { appId, state, timestamp: Date.now() }).catch(() => undefined);
}

async function storedState(appId: string): Promise<unknown> {
  if (!user) return null;
  const record = await (await database()).loadAppState(user, appId).catch(() => null);
  return record?.state ?? null;
}

export const useAppLifecycleStore = create<AppLifecycleStore>()((set, get) => {
  const find = (id: string) => get().instances.find((instance) => instance.id === id) ?? null;

  return {
    instances: [],
    foregroundId: null,

    launch: async (app) => {
      const known = rules.findInstance(get().instances, app.appId);
      const state = known ? known.state : app.type === "user" ? await storedState(app.appId) : null;
      set({
        instances: rules.launch(get().instances, { app, id: `run-${nextRun++}`, state, now: Date.now() }),
      });
      return rules.findInstance(get().instances, app.appId)!;
    },
    setForeground: (id) => {
      const { instances, foregroundId } = get();
      if (id === foregroundId) return;
      // Both the one that comes and the one that goes were active just now.
      const now = Date.now();
      const touched = [foregroundId, id].reduce(
        (list, one) => (one ? rules.touch(list, one, now) : list),
        [...instances],
      );
      set({ foregroundId: id, instances: id ? rules.resume(touched, id, now) : touched });
    },
    suspend: async (id) => {
      const instance = find(id);
      if (instance?.status !== "running") return;
      const state = await capture(id);
      await keepState(instance.appId, state);
      set({ instances: rules.suspend(get().instances, id, state) });
      for (const extra of rules.beyondSuspendedLimit(get().instances, MAX_SUSPENDED_APPS))
        await get().stop(extra);
    },
    restart: (id) => hosts.get(id)?.restart?.(),
    resume: (id) => set({ instances: rules.resume(get().instances, id, Date.now()) }),
    stop: async (id, { discard = false } = {}) => {
      const instance = find(id);
      if (!instance) return;
      if (discard) {
        if (user) await (await database()).forgetAppState(user, instance.appId).catch(() => undefined);
      } else {
        await keepState(instance.appId, instance.status === "running" ? await capture(id) : instance.state);
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
      user = userId;
    },
  };
});

/** Who holds the frame of a running instance, if anybody. */
export function hostOf(id: string): AppHost | null {
  return hosts.get(id) ?? null;
}

/** Whose states are kept. */
export function currentUser(): string | null {
  return user;
}
