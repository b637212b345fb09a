import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { useDockStore } from "@/lib/dock/store";
import { findInstance } from "@/lib/lifecycle/rules";

/**
 * An app that leaves the dock while nobody looks at it (its trial is over, it was deleted, another tab took it out) would
 * run on where nobody could reach it: it ends. The one in front stays.
 * @returns how to stop
 */
export function stopUndocked(): () => void {
  return useDockStore.subscribe(({ dockedApps }, before) => {
    if (dockedApps === before.dockedApps) return;
    const { instances, foregroundId, stop } = useAppLifecycleStore.getState();
    const docked = new Set(dockedApps.map(({ id }) => id));
    for (const { id } of before.dockedApps) {
      const instance = docked.has(id) ? null : findInstance(instances, id);
      if (instance && instance.id !== foregroundId) void stop(instance.id);
    }
  });
}
