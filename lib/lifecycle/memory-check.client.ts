import { MEMORY_LIMIT_MB } from "@/lib/config/limits";
import { beyondMemoryLimit, setMemory } from "./rules";
import { currentUser, hostOf, useAppLifecycleStore } from "./store";
import { useMetricsStore } from "./metrics-store";
import { saveAppMemory } from "./app-state-storage";

const BYTES_PER_MB = 1024 * 1024;

/** The page's own heap in MB; only Chromium reports it. */
function heapMb(): number | null {
  const { memory } = performance as { memory?: { usedJSHeapSize: number } };
  return memory ? memory.usedJSHeapSize / BYTES_PER_MB : null;
}

/** Measures the running apps once and suspends those over the limit. */
export async function checkMemory(): Promise<void> {
  const store = useAppLifecycleStore;
  for (const instance of store.getState().instances) {
    const host = hostOf(instance.id);
    if (!host?.measureMemory || instance.status !== "running") continue;
    const memoryMb = await host.measureMemory().catch(() => null);
    if (memoryMb === instance.memoryUsage) continue;
    store.setState({ instances: setMemory(store.getState().instances, instance.id, memoryMb) });
    const userId = currentUser();
    if (userId && memoryMb !== null) {
      const record = { appId: instance.appId, memoryUsage: memoryMb, timestamp: Date.now() };
      await saveAppMemory(userId, record).catch(() => undefined);
    }
  }
  const heap = heapMb();
  if (heap === null) return;
  useMetricsStore.getState().record({ name: "heap", value: Math.round(heap), unit: "MB" });
  const { instances, foregroundId, suspend } = store.getState();
  for (const id of beyondMemoryLimit(instances, {
    heapMb: heap,
    limitMb: MEMORY_LIMIT_MB,
    foregroundId,
  })) {
    await suspend(id);
  }
}
