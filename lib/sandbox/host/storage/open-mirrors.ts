/** Opens at most one active mirror per app and user: two would overwrite each other's changes. */
import { accountStorage } from "@/lib/sandbox/host/storage/account-storage";
import { memoryStorage, type AppStorage } from "@/lib/sandbox/host/storage/app-storage";
import { browserStorage } from "@/lib/sandbox/host/storage/browser-storage";
import { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";
import { readTabArea } from "@/lib/sandbox/host/storage/tab-area";

export interface MirrorOwner {
  /** The app, and the user if several share this browser. */
  id: string;
  keep: "account" | "browser" | "memory";
  /** The endpoint `…/storage`, for `account`. */
  url: string;
}

const mirrors = new Map<string, Promise<StorageMirror>>();

/** Opens a mirror of what is stored now, after an earlier mirror of the same owner has flushed its changes. */
export async function openMirror(owner: MirrorOwner): Promise<StorageMirror> {
  const key = `${owner.keep} ${owner.id}`;
  const previous = mirrors.get(key);
  const opened = (async () => {
    await (await previous?.catch(() => null))?.flush();
    return StorageMirror.open(await storageOf(owner), (personId) => {
      const left = readTabArea(owner.id, personId);
      // The flush above has sent what this page itself left unsent.
      return previous ? { ...left, unsent: [] } : left;
    });
  })();
  mirrors.set(key, opened);
  return opened;
}

async function storageOf(owner: MirrorOwner): Promise<AppStorage> {
  if (owner.keep === "account") return accountStorage(owner.url);
  return owner.keep === "browser" ? browserStorage(owner.id) : memoryStorage();
}
