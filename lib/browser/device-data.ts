/** What apps keep on this device beside the account: how much, and its end. */
import { database, rangeOf, remove, STORES, type Stored } from "./device-database";

/** Whose apps' data outlive a sign-out. */
export const GUEST = "guest";

/** How many bytes each app of a person keeps on this device. */
export async function deviceUses(userId: string): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  try {
    if (!(await hasAny())) return uses;
    const stored = await (await database()).getAllFromIndex("databases", "name", rangeOf({ userId }));
    for (const { appId, bytes } of stored) uses.set(appId, (uses.get(appId) ?? 0) + bytes);
  } catch {
    // Without storage there are none.
  }
  return uses;
}

/** @throws if the browser refuses */
export async function forgetDeviceData(owner: { userId: string; appId: string }): Promise<void> {
  await forget(({ userId, appId }) => userId === owner.userId && appId === owner.appId);
}

/** Deletes what the apps of a person keep here. A session that only ends deletes nothing: there is no other copy. */
export async function forgetAllDeviceData(personId: string): Promise<void> {
  if (!(await hasAny())) return;
  await forget(({ userId }) => userId === personId).catch(() => undefined);
}

/** False where opening would create an empty database, as for most people. */
async function hasAny(): Promise<boolean> {
  const known = await indexedDB.databases?.().catch(() => null);
  return !known || known.some(({ name }) => name === "gum-device-data");
}

async function forget(isForgotten: (stored: Stored) => boolean): Promise<void> {
  const tx = (await database()).transaction(STORES, "readwrite");
  for (const stored of await tx.objectStore("databases").getAll())
    if (isForgotten(stored)) await remove(tx, stored.id!);
  await tx.done;
}
