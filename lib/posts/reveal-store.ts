import { create } from "zustand";
import { versionedStorage } from "@/lib/browser/versioned-storage";
import { REVEAL_KEY } from "@/lib/config/storage-keys";

const storage = versionedStorage<boolean>({
  key: REVEAL_KEY,
  version: 1,
  parse: (value) => (typeof value === "boolean" ? value : null),
});

type RevealState = {
  /** This browser shows everything that authors marked. Null before it was read. */
  always: boolean | null;
  /** The posts that were opened or closed by hand, as long as the page lives. */
  posts: Readonly<Record<string, boolean>>;
};

/** Whether posts with a content warning and sensitive pictures are open. */
export const useReveal = create<RevealState>()(() => ({ always: null, posts: {} }));

/** Reads the setting, once; not while hydrating, for the server does not know it. */
export function readReveal(): void {
  if (useReveal.getState().always === null) useReveal.setState({ always: storage.read() ?? false });
}

export function setAlwaysReveal(always: boolean): void {
  storage.write(always);
  useReveal.setState({ always, posts: {} });
}

export function revealPost(id: string, isOpen: boolean): void {
  useReveal.setState(({ posts }) => ({ posts: { ...posts, [id]: isOpen } }));
}
