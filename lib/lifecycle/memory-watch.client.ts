import { MEMORY_CHECK_MS, MEMORY_LIMIT_MB } from "@/lib/config/limits";
import * as rules from "./memory";
import { currentUser, hostOf, useAppLifecycleStore } from "./store";
import { useMetricsStore } from "./metrics-store";

const BYTES_PER_MB = 1024 * 1024;

/** The page's own heap in MB, where the browser tells (Chromium). */
function heapMb(): number | null {
  const { memory } = performance as { memory?: { usedJSHeapSize: number } };
  return memory ? memory.usedJSHeapSize / BYTES_PER_MB : null;
}

async function checkMemory(): Promise<void> {
  const store = useAppLifecycleStore;
  for (const instance of store.getState().instances) {
    const host = hostOf(instance.id);
    if (!host?.measureMemory || instance.status !== "running") continue;
    const memoryMb = await host.measureMemory().catch(() => null);
    if (memoryMb === instance.memoryUsage) continue;
    store.setState({ instances: rules.setMemory(store.getState().instances, instance.id, memoryMb) });
    const userId = currentUser();
    if (userId && memoryMb !== null) {
      const record = { appId: instance.appId, memoryUsage: memoryMb, timestamp: Date.now() };
      const { saveAppMemory } = await import("./app-state-storage");
      await saveAppMemory(userId, record).catch(() => undefined);
    }
  }
  const heap = heapMb();
  if (heap === null) return;
  useMetricsStore.getState().record({ name: "heap", value: Math.round(heap), unit: "MB" });
  const { instances, foregroundId, suspend } = store.getState();
  for (const id of rules.beyondMemoryLimit(instances, {
    heapMb: heap,
    limitMb: MEMORY_LIMIT_MB,
    foregroundId,
  })) {
    await suspend(id);
  }
}

/** Measures every 5 s while apps run, and suspends what is over the limit. Answers how to stop. */
export function watchMemory(): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy || useAppLifecycleStore.getState().instances.length === 0) return;
    busy = true;
    void checkMemory().finally(() => {
      busy = false;
    });
  }, MEMORY_CHECK_MS);
  return () => clearInterval(timer);
}
