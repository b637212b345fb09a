import { create } from "zustand";
import { versionedStorage } from "@/lib/browser/versioned-storage";
import { REVEAL_KEY } from "@/lib/config/storage-keys";

const storage = versionedStorage<boolean>({
  key: REVEAL_KEY,
  version: 1,
  parse: (value) => (typeof value === "boolean" ? value : null),
});

type RevealState = {
  /** Whether this browser reveals everything that authors marked. Null until read from storage. */
  always: boolean | null;
  /** Posts that were revealed or hidden by hand, for the lifetime of the page. */
  posts: Readonly<Record<string, boolean>>;
};

/** Whether content warnings and sensitive pictures are revealed. */
export const useReveal = create<RevealState>()(() => ({ always: null, posts: {} }));

/** Reads the setting, once. Not during hydration, because the server does not know it. */
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
