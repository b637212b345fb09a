import { DOCK_KEY } from "@/lib/config/storage-keys";
import { cleanDock } from "./rules";
import { dockStorage, mirrorToDocument, settingsOf, useDockStore } from "./store";

/** Applies changes of the dock from other tabs of the same user. Returns a cleanup function. */
export function followOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    const stored = key === DOCK_KEY ? dockStorage.read() : null;
    if (!stored || stored.userId !== useDockStore.getState().userId) return;
    const settings = cleanDock(settingsOf(stored), Date.now());
    useDockStore.setState(settings);
    mirrorToDocument(settings);
  };
  addEventListener("storage", follow);
  return () => removeEventListener("storage", follow);
}
