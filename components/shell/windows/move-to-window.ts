import { findInstance, type LaunchedApp } from "@/lib/lifecycle/rules";
import { saveAppState } from "@/lib/lifecycle/app-state-storage";
import { currentUser, useAppLifecycleStore } from "@/lib/lifecycle/store";
import { runKeyOf } from "@/lib/shared/run-key";
import { useWindowStore } from "./window-store";

interface MoveToWindow {
  app: Omit<LaunchedApp, "component" | "type">;
  /** As AppWindowPlace passes it. */
  content: unknown;
  /** The state to start with; null if the content keeps running as it is. */
  state: unknown;
  /** Where the window is shown until the app's page mounts; without it, the app runs in the background. */
  place: HTMLElement | null;
}

/** Makes an app that ran elsewhere in the page one of those in the dock. */
export async function moveToWindow({ app, content, state, place }: MoveToWindow): Promise<void> {
  const key = runKeyOf(app);
  const lifecycle = useAppLifecycleStore.getState();
  // The same run may be in the dock. Both have the person's data; the one in front is kept.
  const older = findInstance(lifecycle.instances, key);
  if (older) await lifecycle.stop(older.id, { discard: true });
  const { setContent, setPlace } = useWindowStore.getState();
  setContent(key, content);
  if (place) setPlace(key, place);
  const user = currentUser();
  // The launch reads it from there. If it cannot be stored, the app starts with its saved data only.
  if (user && state !== null)
    await saveAppState(user, { appId: key, state, timestamp: Date.now() }).catch(() => undefined);
  await lifecycle.launch({ ...app, component: "sandbox", type: "user" });
}

/** Without this place the window is unplaced, unless it has got another place by now. */
export function leavePlace(key: string, place: HTMLElement | null): void {
  const { places, setPlace } = useWindowStore.getState();
  if (place && places[key] === place) setPlace(key, null);
}
