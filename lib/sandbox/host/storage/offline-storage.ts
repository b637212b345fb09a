/**
 * An account's storage that also starts offline, from the copy of an earlier run in this browser. Until the server
 * responds, it is unknown whether another browser has saved since; the first save checks that, as for data left by an
 * earlier run.
 */
import {
  AccountChanged,
  DataReplaced,
  StorageConflict,
  Unreachable,
  type AppStorage,
  type StoredData,
} from "@/lib/sandbox/host/storage/app-storage";
import { hasArrived } from "@/lib/storage/rules";

/** Where this browser stores the copy. It may store nothing. */
export interface DataCopy {
  read(): Promise<StoredData | null>;
  /** Schedules storing what `make` returns; null if nothing is new. */
  later(make: () => StoredData | null): void;
}

/** @param known which data it must be; undefined for any */
export function withOfflineCopy(
  storage: AppStorage,
  copy: DataCopy,
  known?: string | null | undefined,
): AppStorage {
  let personId = "";
  let dataId: string | null = null;
  let isOffline = false;

  /** @throws AccountChanged, DataReplaced, and errors that are retried */
  const connect = async (): Promise<StoredData> => {
    const stored = await storage.load();
    if (stored.personId !== personId) throw new AccountChanged("Somebody else is signed in.");
    if ((stored.dataId ?? null) !== dataId) throw new DataReplaced("Another version is in use.");
    isOffline = false;
    return stored;
  };

  return {
    ...storage,
    async load() {
      try {
        const stored = personId && isOffline ? await connect() : await storage.load();
        ({ personId, dataId = null } = stored);
        copy.later(() => stored);
        return stored;
      } catch (error) {
        const kept = error instanceof Unreachable ? await copy.read() : null;
        if (!kept || (known !== undefined && (kept.dataId ?? null) !== known)) throw error;
        ({ personId, dataId = null } = kept);
        isOffline = true;
        return kept;
      }
    },
    async apply(changes, options) {
      if (isOffline) {
        // This browser does not have the app, so there is nothing to release.
        if (changes.length === 0) return options.base;
        const { revision, saves = [] } = await connect();
        if (hasArrived({ saves }, options)) {
          if (saves.at(-1) === options.saveId) return revision;
          throw new StorageConflict(null, revision, true);
        }
        const isOnTop = options.supersedes?.includes(saves.at(-1) ?? "") ?? false;
        if (revision !== options.base && !isOnTop) throw new StorageConflict(null, revision);
      }
      return storage.apply(changes, options);
    },
    async check(since) {
      if (!isOffline) return (await storage.check?.(since)) ?? null;
      const { revision, saves = [] } = await connect();
      return revision > since ? { type: "newer", revision, lastSave: saves.at(-1) } : null;
    },
    keep: (used) =>
      copy.later(() => {
        if (used.isStale || used.conflict || used.unsent().length) return null;
        return { entries: used.entries(), revision: used.revision, personId, dataId };
      }),
  };
}
