import { create } from "zustand";

export type ComposeRequest = {
  text: string;
  image: Blob | null;
  /** Told once: whether the person posted. */
  done: (posted: boolean) => void;
};

/** A composer that something else asked for: an app, a shortcut. It opens as a dialog wherever the person is. */
export const useComposeStore = create<{ request: ComposeRequest | null }>()(() => ({ request: null }));

/** Opens the composer with this in it. @returns whether the person posted */
export function compose(draft: { text: string; image: Blob | null }): Promise<boolean> {
  useComposeStore.getState().request?.done(false);
  return new Promise((resolve) => {
    const done = (posted: boolean) => {
      useComposeStore.setState({ request: null });
      resolve(posted);
    };
    useComposeStore.setState({ request: { ...draft, done } });
  });
}
