import { MEMORY_CHECK_MS } from "@/lib/config/limits";
import { useAppLifecycleStore } from "./store";

/** Measures memory every 5 s while apps run and suspends apps over the limit. Returns a cleanup function. */
export function watchMemory(): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy || useAppLifecycleStore.getState().instances.length === 0) return;
    busy = true;
    void import("./memory-check.client")
      .then(({ checkMemory }) => checkMemory())
      // Without a connection the code may be missing; the next check tries again.
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  }, MEMORY_CHECK_MS);
  return () => clearInterval(timer);
}
