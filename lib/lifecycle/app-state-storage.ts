import type { DBSchema } from "idb";
import { databases } from "@/lib/browser/databases";
import { readRunKey } from "@/lib/shared/run-key";

/** The state that an app returned when it was suspended or stopped. */
interface SavedAppState {
  /** Of `runKeyOf`: each room of an app has a state of its own. */
  appId: string;
  state: unknown;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/** The last memory measurement of an app. */
interface SavedAppMemory {
  appId: string;
  /** MB */
  memoryUsage: number;
  timestamp: number;
}

interface AppStateSchema extends DBSchema {
  states: { key: string; value: SavedAppState };
  memory: { key: string; value: SavedAppMemory };
}

const open = databases<AppStateSchema>((db) => {
  db.createObjectStore("states", { keyPath: "appId" });
  db.createObjectStore("memory", { keyPath: "appId" });
});
/** One database per user, so that users who share a browser never see each other's states. */
const database = (userId: string) => open(`gum-app-states-${userId}`);

/** Rejects if IndexedDB is full or unavailable. */
export async function saveAppState(userId: string, record: SavedAppState): Promise<void> {
  await (await database(userId)).put("states", record);
}

export async function loadAppState(userId: string, appId: string): Promise<SavedAppState | null> {
  return (await (await database(userId)).get("states", appId)) ?? null;
}

/** Reads a state and deletes it: once the app runs on, it is out of date. */
export async function takeAppState(userId: string, appId: string): Promise<SavedAppState | null> {
  const transaction = (await database(userId)).transaction("states", "readwrite");
  const record = await transaction.store.get(appId);
  await transaction.store.delete(appId);
  await transaction.done;
  return record ?? null;
}

export async function forgetAppState(userId: string, appId: string): Promise<void> {
  const db = await database(userId);
  await Promise.all([db.delete("states", appId), db.delete("memory", appId)]);
}

/** Of every run of the app: alone, in rooms and from moments. */
export async function forgetAppStates(userId: string, appId: string): Promise<void> {
  const db = await database(userId);
  for (const store of ["states", "memory"] as const)
    for (const key of await db.getAllKeys(store))
      if (readRunKey(key).appId === appId) await db.delete(store, key);
}

export async function saveAppMemory(userId: string, record: SavedAppMemory): Promise<void> {
  await (await database(userId)).put("memory", record);
}

export async function loadAppMemory(userId: string): Promise<SavedAppMemory[]> {
  return (await database(userId)).getAll("memory");
}

/** When an app last saved its state or was measured in this browser, in ms since 1970, or null. */
export async function lastSeen(userId: string, appId: string): Promise<number | null> {
  const db = await database(userId);
  const records = await Promise.all([db.get("states", appId), db.get("memory", appId)]);
  return Math.max(...records.map((record) => record?.timestamp ?? 0)) || null;
}
