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

/** For sorting: who was active longest ago comes first. */
export function leastRecentFirst(a: AppInstance, b: AppInstance): number {
  return a.lastActive - b.lastActive || (a.id < b.id ? -1 : 1);
}

/** Ids to stop when more than `max` are suspended: the least recently active. */
export function beyondSuspendedLimit(instances: readonly AppInstance[], max: number): string[] {
  const suspended = instances.filter((instance) => instance.status === "suspended").sort(leastRecentFirst);
  return suspended.slice(0, Math.max(0, suspended.length - max)).map((instance) => instance.id);
}
