/**
 * Copies of server data, for a start while offline. They are only a convenience: any storage failure counts as "no
 * copy".
 *
 * Trust model: the browser outlives a sign-out. A copy is read only for its own account, and all are deleted on
 * sign-out or when another account signs in.
 */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { forgetPages, keepPage } from "./service-worker";
import { OFFLINE_COPIES_MAX_CHARS, OFFLINE_COPY_KEPT_MS, OFFLINE_COPY_MAX_CHARS } from "@/lib/config/limits";

export type CopyKey = { userId: string; kind: "app" | "room"; id: string };
/** Null: local data does not match the server's. */
type MakeCopy = () => { value: unknown; chars: number } | null;

interface CopiesSchema extends DBSchema {
  copies: { key: string; value: unknown };
  /** Stored separately, so that cleanup does not need to read the copies. */
  sizes: { key: string; value: { userId: string; chars: number; at: number } };
}

const DELAY_MS = 500;
/** Every save copies all data, so larger data is saved less often. */
const CHARS_PER_MS = 500;

let opening: Promise<IDBPDatabase<CopiesSchema>> | null = null;

function database(): Promise<IDBPDatabase<CopiesSchema>> {
  const forget = () => void (opening = null);
  opening ??= openDB<CopiesSchema>("gum-offline", 1, {
    upgrade: (db) => {
      db.createObjectStore("copies");
      db.createObjectStore("sizes");
    },
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

const nameOf = ({ userId, kind, id }: CopyKey) => `${userId} ${kind} ${id}`;

type Waiting = { key: CopyKey; make: MakeCopy; timer: ReturnType<typeof setTimeout> };
/** By name: scheduled saves. */
const waiting = new Map<string, Waiting>();
let chars = 0;

/** Schedules a save of what `make` returns then; replaces an earlier schedule. */
export function keepCopyLater(key: CopyKey, make: MakeCopy): void {
  const name = nameOf(key);
  const before = waiting.get(name);
  if (waiting.size === 0) addEventListener("pagehide", keepAllNow);
  const timer = before?.timer ?? setTimeout(() => keepNow(name), DELAY_MS + chars / CHARS_PER_MS);
  waiting.set(name, { key, make, timer });
}

function keepAllNow(): void {
  for (const name of [...waiting.keys()]) keepNow(name);
}

function keepNow(name: string): void {
  const { key, make, timer } = waiting.get(name)!;
  clearTimeout(timer);
  forgetWaiting(name);
  const made = make();
  if (!made) return;
  chars = made.chars;
  if (made.chars > OFFLINE_COPY_MAX_CHARS) void forgetCopy(key);
  else void write(key, made).catch(() => undefined);
}

function forgetWaiting(name: string): void {
  clearTimeout(waiting.get(name)?.timer);
  waiting.delete(name);
  if (waiting.size === 0) removeEventListener("pagehide", keepAllNow);
}

async function write(key: CopyKey, { value, chars }: { value: unknown; chars: number }): Promise<void> {
  const transaction = (await database()).transaction(["copies", "sizes"], "readwrite");
  const [copies, sizes] = [transaction.objectStore("copies"), transaction.objectStore("sizes")];
  const name = nameOf(key);
  await copies.put(value, name);
  await sizes.put({ userId: key.userId, chars, at: Date.now() }, name);
  const [names, kept] = await Promise.all([sizes.getAllKeys(), sizes.getAll()]);
  const newestFirst = names.map((name, index) => ({ name, ...kept[index]! })).sort((a, b) => b.at - a.at);
  let sum = 0;
  for (const { name, chars, at } of newestFirst) {
    sum += chars;
    if (sum <= OFFLINE_COPIES_MAX_CHARS && Date.now() - at < OFFLINE_COPY_KEPT_MS) continue;
    await copies.delete(name);
    await sizes.delete(name);
  }
  await transaction.done;
  await keepPage();
}

export async function readCopy(key: CopyKey): Promise<unknown> {
  // A scheduled save is newer than the stored copy.
  const name = nameOf(key);
  const made = waiting.get(name)?.make();
  if (made) {
    keepNow(name);
    return made.value;
  }
  try {
    return (await (await database()).get("copies", nameOf(key))) ?? null;
  } catch {
    return null;
  }
}

export async function forgetCopy(key: CopyKey): Promise<void> {
  const name = nameOf(key);
  forgetWaiting(name);
  await forgetNamed((each) => each === name);
}

/** Deletes all copies on sign-out, and other accounts' copies when an account's page opens. */
export async function forgetCopies({ but = null }: { but?: string | null } = {}): Promise<void> {
  for (const [name, { key }] of waiting) if (key.userId !== but) forgetWaiting(name);
  if (but === null) await forgetPages();
  await forgetNamed((name) => but === null || !name.startsWith(`${but} `));
}

async function forgetNamed(isForgotten: (name: string) => boolean): Promise<void> {
  try {
    const transaction = (await database()).transaction(["copies", "sizes"], "readwrite");
    const sizes = transaction.objectStore("sizes");
    for (const name of await sizes.getAllKeys()) {
      if (!isForgotten(name)) continue;
      await transaction.objectStore("copies").delete(name);
      await sizes.delete(name);
    }
    await transaction.done;
  } catch {
    // Without storage there are no copies.
  }
}
