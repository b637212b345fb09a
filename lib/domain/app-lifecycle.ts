/**
 * The life of running apps (specification, section 4) as pure functions over the list of instances. A store applies
 * them and does what they cannot: asking frames for their state, keeping it, removing frames.
 */

export type AppStatus = "running" | "suspended" | "stopped";

export type AppInstance = {
  id: string;
  appId: string;
  name: string;
  icon: string | null;
  status: AppStatus;
  /** Milliseconds since 1970. */
  lastActive: number;
  /** What shows it: the name of a renderer. */
  component: string;
  type: "system" | "user";
  /** What the app handed over when it was suspended; given back when it resumes. */
  state: unknown;
  /** MB, or null where it cannot be told. */
  memoryUsage: number | null;
};

export type LaunchedApp = {
  appId: string;
  name: string;
  icon: string | null;
  component: string;
  type: "system" | "user";
};

export function findInstance(instances: readonly AppInstance[], appId: string): AppInstance | null {
  return instances.find((instance) => instance.appId === appId && instance.status !== "stopped") ?? null;
}

/** Starts an app. One that is there already (not stopped) is brought back to life instead, with its state. */
export function launch(
  instances: readonly AppInstance[],
  input: { app: LaunchedApp; id: string; state?: unknown; now: number },
): AppInstance[] {
  const { app, id, state = null, now } = input;
  const existing = findInstance(instances, app.appId);
  if (existing) {
    return instances.map((instance) =>
      instance.id === existing.id
        ? { ...instance, name: app.name, icon: app.icon, status: "running" as const, lastActive: now }
        : instance,
    );
  }
  const fresh: AppInstance = { ...app, id, status: "running", lastActive: now, state, memoryUsage: null };
  return [...instances.filter((instance) => instance.appId !== app.appId), fresh];
}

/** Notes that a person is using it. */
export function touch(instances: readonly AppInstance[], id: string, now: number): AppInstance[] {
  return instances.map((instance) => (instance.id === id ? { ...instance, lastActive: now } : instance));
}

/** Keeps the state and lets the frame go. Only a running app can be suspended. */
export function suspend(instances: readonly AppInstance[], id: string, state: unknown): AppInstance[] {
  return instances.map((instance) =>
    instance.id === id && instance.status === "running"
      ? { ...instance, status: "suspended" as const, state, memoryUsage: null }
      : instance,
  );
}

export function resume(instances: readonly AppInstance[], id: string, now: number): AppInstance[] {
  return instances.map((instance) =>
    instance.id === id && instance.status === "suspended"
      ? { ...instance, status: "running" as const, lastActive: now }
      : instance,
  );
}

/** Removes the instance. Its state is to be saved before. */
export function stop(instances: readonly AppInstance[], id: string): AppInstance[] {
  return instances.filter((instance) => instance.id !== id);
}

export function setMemory(
  instances: readonly AppInstance[],
  id: string,
  memoryMb: number | null,
): AppInstance[] {
  return instances.map((instance) =>
    instance.id === id ? { ...instance, memoryUsage: memoryMb } : instance,
  );
}

function leastRecentFirst(a: AppInstance, b: AppInstance): number {
  return a.lastActive - b.lastActive || (a.id < b.id ? -1 : 1);
}

/** Ids to stop when more than `max` are suspended: the least recently active. */
export function beyondSuspendedLimit(instances: readonly AppInstance[], max: number): string[] {
  const suspended = instances.filter((instance) => instance.status === "suspended").sort(leastRecentFirst);
  return suspended.slice(0, Math.max(0, suspended.length - max)).map((instance) => instance.id);
}

/**
 * Ids to suspend when the heap is over its limit: running apps that nobody looks at, the least recently active first,
 * until what they are known to use would bring the heap below. One of unknown use counts as enough, so that the next
 * check can measure again.
 */
export function beyondMemoryLimit(
  instances: readonly AppInstance[],
  input: { heapMb: number; limitMb: number; foregroundId: string | null },
): string[] {
  let over = input.heapMb - input.limitMb;
  if (over <= 0) return [];
  const chosen: string[] = [];
  const candidates = instances
    .filter(
      (instance) =>
        instance.status === "running" && instance.id !== input.foregroundId && instance.type === "user",
    )
    .sort(leastRecentFirst);
  for (const instance of candidates) {
    if (over <= 0) break;
    chosen.push(instance.id);
    over -= instance.memoryUsage ?? Number.POSITIVE_INFINITY;
  }
  return chosen;
}
