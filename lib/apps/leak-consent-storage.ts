import { LEAK_CONSENTS_KEY } from "@/lib/config/storage-keys";
import { versionedStorage } from "@/lib/browser/versioned-storage";

/**
 * Apps that a person runs although this browser leaves ways out open. Belongs to the browser, not to the account: another
 * browser may close them.
 */
const storage = versionedStorage<string[]>({
  key: LEAK_CONSENTS_KEY,
  version: 1,
  // By hand: a schema library would be the largest part of the page that asks.
  parse: (value) =>
    Array.isArray(value) && value.every((key) => typeof key === "string") ? (value as string[]) : null,
});

const keyOf = (userId: string | null, appId: string): string => `${userId ?? "guest"}/${appId}`;

export function hasLeakConsent(userId: string | null, appId: string): boolean {
  return storage.read()?.includes(keyOf(userId, appId)) ?? false;
}

export function setLeakConsent(userId: string | null, appId: string, accepted: boolean): void {
  const others = (storage.read() ?? []).filter((key) => key !== keyOf(userId, appId));
  storage.write(accepted ? [...others, keyOf(userId, appId)] : others);
}
