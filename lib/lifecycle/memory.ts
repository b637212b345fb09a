import { leastRecentFirst, type AppInstance } from "./rules";

/** Notes what an app uses, in MB; null where it cannot be told. */
export function setMemory(
  instances: readonly AppInstance[],
  id: string,
  memoryMb: number | null,
): AppInstance[] {
  return instances.map((instance) =>
    instance.id === id ? { ...instance, memoryUsage: memoryMb } : instance,
  );
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
