import { create } from "zustand";

export interface WindowStore {
  /** Where an app is to be seen, by app id: an element of the page in front. */
  places: Readonly<Record<string, HTMLElement>>;
  /** What the page that started an app gave for it, by app id. Only whoever draws windows knows its shape. */
  contents: Readonly<Record<string, unknown>>;
  setPlace: (appId: string, place: HTMLElement | null) => void;
  setContent: (appId: string, content: unknown) => void;
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));
}

export const useWindowStore = create<WindowStore>()((set, get) => ({
  places: {},
  contents: {},
  setPlace: (appId, place) => {
    const { places } = get();
    set({ places: place ? { ...places, [appId]: place } : without(places, appId) });
  },
  setContent: (appId, content) => set({ contents: { ...get().contents, [appId]: content } }),
}));
