import { create } from "zustand";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";

interface WindowStore {
  /** By run key: the element of the current page that the app window covers. */
  places: Readonly<Record<string, HTMLElement>>;
  /** By run key: what the page passed to AppWindowPlace. Opaque to the shell. */
  contents: Readonly<Record<string, unknown>>;
  setPlace: (key: string, place: HTMLElement | null) => void;
  setContent: (key: string, content: unknown) => void;
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

export const useWindowStore = create<WindowStore>()((set, get) => ({
  places: {},
  contents: {},
  setPlace: (key, place) => {
    const { places } = get();
    set({ places: place ? { ...places, [key]: place } : without(places, key) });
  },
  setContent: (key, content) => set({ contents: { ...get().contents, [key]: content } }),
}));

/** True while a user app is running or suspended. */
export function useHasWindows(): boolean {
  return useAppLifecycleStore(({ instances }) => instances.some(({ type }) => type === "user"));
}
