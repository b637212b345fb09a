import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { useDockStore } from "@/lib/dock/store";
import { findInstance } from "@/lib/lifecycle/rules";

/**
 * Stops background apps that leave the dock (expired, deleted or removed in another tab): they would run on with no way to
 * reach them. The app in the foreground keeps running. Returns the cleanup.
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
