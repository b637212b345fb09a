import type { DBSchema } from "idb";
import { databases } from "@/lib/browser/databases";

/** An app that only this browser has. */
export interface LocalApp {
  /** See `isLocalAppId`. */
  id: string;
  name: string;
  version: string;
  description: string;
  /** A data: URL. */
  icon: string | null;
  sha256: string;
  size: number;
  /** Milliseconds since 1970. */
  addedAt: number;
}

interface LocalAppsSchema extends DBSchema {
  apps: { key: string; value: LocalApp };
  /** In a store of its own, so that a list does not read megabytes per app. */
  packages: { key: string; value: { id: string; bytes: Uint8Array<ArrayBuffer> } };
}

const open = databases<LocalAppsSchema>((db) => {
  db.createObjectStore("apps", { keyPath: "id" });
  db.createObjectStore("packages", { keyPath: "id" });
});
/** One database per user, so that users who share a browser never see each other's apps. */
const database = (userId: string) => open(`gum-local-apps-${userId}`);

/** Newest first. */
export async function listLocalApps(userId: string): Promise<LocalApp[]> {
  const apps = await (await database(userId)).getAll("apps");
  return apps.sort((a, b) => b.addedAt - a.addedAt);
}

export async function findLocalApp(userId: string, id: string): Promise<LocalApp | null> {
  return (await (await database(userId)).get("apps", id)) ?? null;
}

export async function readLocalPackage(userId: string, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return (await (await database(userId)).get("packages", id))?.bytes ?? null;
}

/** Rejects with QuotaExceededError where the browser has no room. */
export async function putLocalApp(
  userId: string,
  app: LocalApp,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const transaction = (await database(userId)).transaction(["apps", "packages"], "readwrite");
  await Promise.all([
    transaction.objectStore("apps").put(app),
    transaction.objectStore("packages").put({ id: app.id, bytes }),
    transaction.done,
  ]);
}

/** Resolves to the removed app, for undo; null if there was none. */
export async function removeLocalApp(
  userId: string,
  id: string,
): Promise<{ app: LocalApp; bytes: Uint8Array<ArrayBuffer> } | null> {
  const transaction = (await database(userId)).transaction(["apps", "packages"], "readwrite");
  const [app, stored] = await Promise.all([
    transaction.objectStore("apps").get(id),
    transaction.objectStore("packages").get(id),
  ]);
  await Promise.all([
    transaction.objectStore("apps").delete(id),
    transaction.objectStore("packages").delete(id),
    transaction.done,
  ]);
  return app && stored ? { app, bytes: stored.bytes } : null;
}
