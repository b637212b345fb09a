/** The id by which the server knows this browser as a writer of apps' data: the same in all its tabs. */
import { openDB, type DBSchema } from "idb";
import { STORAGE_WRITER_KEY } from "@/lib/config/storage-keys";
import { WRITER_PATTERN, type Device } from "@/lib/storage/rules";
import { randomPersonId } from "@/lib/sandbox/host/storage/app-storage";
import { unlessBlocked } from "@/lib/sandbox/host/storage/unless-blocked";

interface Schema extends DBSchema {
  ids: { key: "own"; value: string };
}

let own: Promise<string> | null = null;

export function writerId(): Promise<string> {
  return (own ??= findId());
}

async function findId(): Promise<string> {
  const known = storedId();
  if (known) return known;
  const created = newId();
  const id = await unlessBlocked(sharedId(created), created);
  try {
    localStorage.setItem(STORAGE_WRITER_KEY, id);
  } catch {
    // It is full or blocked.
  }
  return id;
}

/** Two tabs that open at once can both find localStorage empty: a write reaches other processes with a delay. */
async function sharedId(created: string): Promise<string> {
  const db = await openDB<Schema>("gum-writer", 1, { upgrade: (db) => void db.createObjectStore("ids") });
  try {
    const { store, done } = db.transaction("ids", "readwrite");
    const id = (await store.get("own")) ?? created;
    await store.put(id, "own");
    await done;
    return id;
  } finally {
    db.close();
  }
}

function storedId(): string | null {
  try {
    const known = localStorage.getItem(STORAGE_WRITER_KEY);
    return known && WRITER_PATTERN.test(known) ? known : null;
  } catch {
    return null;
  }
}

function newId(): string {
  return `${thisDevice()}:${randomPersonId()}`;
}

/** For the notice on the person's other devices. */
function thisDevice(): Device {
  if (!matchMedia("(pointer: coarse)").matches) return "computer";
  return Math.min(screen.width, screen.height) < 600 ? "phone" : "tablet";
}
