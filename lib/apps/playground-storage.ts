import { versionedStorage } from "@/lib/browser/versioned-storage";
import { PLAYGROUND_KEY } from "@/lib/config/storage-keys";

/** The project, encoded as in a link, and the open file. */
export type StoredPlayground = { project: string; current: string };

export const playgroundStorage = versionedStorage<StoredPlayground>({
  key: PLAYGROUND_KEY,
  version: 1,
  parse: (value) => {
    if (typeof value !== "object" || value === null) return null;
    const { project, current } = value as Record<string, unknown>;
    return typeof project === "string" && typeof current === "string" ? { project, current } : null;
  },
});
