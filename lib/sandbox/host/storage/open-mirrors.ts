/** One keeper for one person's data of one app, however often the app is opened: two would overwrite each other. */
import { accountStorage } from "@/lib/sandbox/host/storage/account-storage";
import { memoryStorage, type AppStorage } from "@/lib/sandbox/host/storage/app-storage";
import { browserStorage } from "@/lib/sandbox/host/storage/browser-storage";
import { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";
import { readTabArea } from "@/lib/sandbox/host/storage/tab-area";
import { STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";

export interface MirrorOwner {
  /** App, and person where several share this browser. */
  id: string;
  keep: "account" | "browser" | "memory";
  /** Of `GET|PUT|DELETE …/storage`, for `account`. */
  url: string;
}

const last = new Map<string, Promise<StorageMirror>>();

/** A keeper with what is stored now. What an earlier one of the same owner still has to send is sent first. */
export async function openMirror(owner: MirrorOwner): Promise<StorageMirror> {
  const key = `${owner.keep} ${owner.id}`;
  const before = last.get(key);
  const opened = (async () => {
    await (await before?.catch(() => null))?.flush();
    return StorageMirror.open(await storageOf(owner), (personId) => {
      const left = readTabArea(owner.id, personId);
      // What this very page has left on its way it has come back to since.
      return before ? { ...left, unsent: [] } : left;
    });
  })();
  last.set(key, opened);
  return opened;
}

async function storageOf(owner: MirrorOwner): Promise<AppStorage> {
  if (owner.keep === "account") return accountStorage(owner.url);
  return owner.keep === "browser" ? browserStorage(owner.id) : memoryStorage(STORAGE_QUOTA_BYTES);
}
