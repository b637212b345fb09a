import { findInstance, type LaunchedApp } from "@/lib/lifecycle/rules";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { runKeyOf } from "@/lib/shared/run-key";
import { useWindowStore } from "./window-store";

export interface MoveToWindow {
  app: Omit<LaunchedApp, "component" | "type">;
  /** As AppWindowPlace passes it. */
  content: unknown;
  /** The state to start with; null if the content goes on as it is. */
  state: unknown;
  /** Where the window is shown until the app's page comes; without it, the app is in the background. */
  place: HTMLElement | null;
}

/** Makes an app that ran elsewhere in the page one of those in the dock. */
export async function moveToWindow({ app, content, state, place }: MoveToWindow): Promise<void> {
  const key = runKeyOf(app);
  const lifecycle = useAppLifecycleStore.getState();
  // The same run may be in the dock. Both have the person's data; the one in front goes on.
  const older = findInstance(lifecycle.instances, key);
  if (older) await lifecycle.stop(older.id, { discard: true });
  const { setContent, setPlace } = useWindowStore.getState();
  setContent(key, content);
  if (place) setPlace(key, place);
  await lifecycle.launch({ ...app, component: "sandbox", type: "user" }, state);
}

/** The place is gone, unless the window has another one by now. */
export function leavePlace(key: string, place: HTMLElement | null): void {
  const { places, setPlace } = useWindowStore.getState();
  if (place && places[key] === place) setPlace(key, null);
}
