import { useOutbox, type OutboxEntry } from "@/lib/outbox/store";
import type { DockedApp } from "./rules";
import { useDockStore } from "./store";

/** Docks an app that is installed, and removes one that is not. A trial is neither. */
export function showInstalled(app: Pick<DockedApp, "id" | "name" | "icon">, isInstalled: boolean): void {
  const { dockedApps, addApp, removeApp } = useDockStore.getState();
  const isDocked = dockedApps.some(({ id, mode }) => id === app.id && mode !== "tmp");
  if (isInstalled === isDocked) return;
  if (isInstalled) addApp({ ...app, type: "user" });
  else removeApp(app.id);
}

/** Shows what waits in the outbox on top of what the server last said. */
export function showQueuedInstalls(entries: readonly OutboxEntry[] = useOutbox.getState().entries): void {
  const last = new Map(entries.flatMap((entry) => (entry.kind === "app-install" ? [[entry.id, entry]] : [])));
  for (const { id, app, on } of last.values()) showInstalled({ id, ...app }, on);
}

/** Keeps the dock in step with the outbox. Returns a cleanup function. */
export function followInstalls(): () => void {
  showQueuedInstalls();
  return useOutbox.subscribe(({ entries, refused }, before) => {
    if (refused !== before.refused && refused?.entry.kind === "app-install") {
      const { id, app, on } = refused.entry;
      showInstalled({ id, ...app }, !on);
    }
    showQueuedInstalls(entries);
  });
}
