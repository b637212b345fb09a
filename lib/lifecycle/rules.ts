import { runKeyOf } from "@/lib/shared/run-key";

/**
 * The lifecycle of running apps (specification, section 4) as pure functions over the list of instances. The store
 * applies them and handles frames and saved state.
 */

type AppStatus = "running" | "suspended" | "stopped";

export type AppInstance = {
  id: string;
  appId: string;
  /** The room that it shares; none for the app alone. */
  roomId?: string;
  /** The post whose moment it started from. */
  momentOf?: string;
  name: string;
  icon: string | null;
  status: AppStatus;
  /** Milliseconds since 1970. */
  lastActive: number;
  /** The name of its renderer. */
  component: string;
  type: "system" | "user";
  /** Saved by the app on suspend and restored on resume. */
  state: unknown;
  /** MB, or null if unknown. */
  memoryUsage: number | null;
};

export type LaunchedApp = {
  appId: string;
  roomId?: string;
  momentOf?: string;
  name: string;
  icon: string | null;
  component: string;
  type: "system" | "user";
};

/** @param key of `runKeyOf`; an app's id is the app alone */
export function findInstance(instances: readonly AppInstance[], key: string): AppInstance | null {
  return instances.find((instance) => runKeyOf(instance) === key && instance.status !== "stopped") ?? null;
}

/** Changes one instance, if it has the status `from`. */
function update(
  instances: readonly AppInstance[],
  id: string,
  change: Partial<AppInstance>,
  from?: AppStatus,
): AppInstance[] {
  return instances.map((instance) =>
    instance.id === id && (from ?? instance.status) === instance.status
      ? { ...instance, ...change }
      : instance,
  );
}

/** Starts an app. A running or suspended instance of it is resumed instead, with its own state if it has one. */
export function launch(
  instances: readonly AppInstance[],
  input: { app: LaunchedApp; id: string; state?: unknown; now: number },
): AppInstance[] {
  const { app, id, state = null, now } = input;
  const existing = findInstance(instances, runKeyOf(app));
  if (existing) {
    const { name, icon } = app;
    const named = update(instances, existing.id, { name, icon, lastActive: now });
    return resume(named, existing.id, now, state);
  }
  const fresh: AppInstance = { ...app, id, status: "running", lastActive: now, state, memoryUsage: null };
  return [...instances.filter((instance) => runKeyOf(instance) !== runKeyOf(app)), fresh];
}

export function touch(instances: readonly AppInstance[], id: string, now: number): AppInstance[] {
  return update(instances, id, { lastActive: now });
}

/** Only a running app can be suspended. */
export function suspend(instances: readonly AppInstance[], id: string, state: unknown): AppInstance[] {
  return update(instances, id, { status: "suspended", state, memoryUsage: null }, "running");
}

/** @param state for an instance that has none of its own */
export function resume(
  instances: readonly AppInstance[],
  id: string,
  now: number,
  state: unknown = null,
): AppInstance[] {
  const own = instances.find((instance) => instance.id === id)?.state ?? null;
  return update(instances, id, { status: "running", lastActive: now, state: own ?? state }, "suspended");
}

/** Removes the instance; the caller saves its state first. */
export function stop(instances: readonly AppInstance[], id: string): AppInstance[] {
  return instances.filter((instance) => instance.id !== id);
}

function leastRecentFirst(a: AppInstance, b: AppInstance): number {
  return a.lastActive - b.lastActive || (a.id < b.id ? -1 : 1);
}

/** Returns the ids to stop when more than `max` are suspended, least recently active first. */
export function beyondSuspendedLimit(instances: readonly AppInstance[], max: number): string[] {
  const suspended = instances.filter((instance) => instance.status === "suspended").sort(leastRecentFirst);
  return suspended.slice(0, Math.max(0, suspended.length - max)).map((instance) => instance.id);
}

export function setMemory(
  instances: readonly AppInstance[],
  id: string,
  memoryUsage: number | null,
): AppInstance[] {
  return update(instances, id, { memoryUsage });
}

/**
 * Returns the ids to suspend when the heap exceeds its limit: running user apps in the background, least recently active
 * first, until their known memory would bring the heap below it. An app of unknown size ends the list, so that the next
 * check can measure again.
 */
export function beyondMemoryLimit(
  instances: readonly AppInstance[],
  input: { heapMb: number; limitMb: number; foregroundId: string | null },
): string[] {
  let over = input.heapMb - input.limitMb;
  if (over <= 0) return [];
  const ids: string[] = [];
  const candidates = instances
    .filter(({ id, status, type }) => status === "running" && id !== input.foregroundId && type === "user")
    .sort(leastRecentFirst);
  for (const instance of candidates) {
    if (over <= 0) break;
    ids.push(instance.id);
    over -= instance.memoryUsage ?? Number.POSITIVE_INFINITY;
  }
  return ids;
}
