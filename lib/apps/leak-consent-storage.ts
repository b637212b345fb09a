import { LEAK_CONSENTS_KEY } from "@/lib/config/storage-keys";
import { versionedStorage } from "@/lib/browser/versioned-storage";

/**
 * Apps that the user runs although this browser cannot keep them from leaking data. Per browser, not per account, because
 * another browser may be able to.
 */
const storage = versionedStorage<string[]>({
  key: LEAK_CONSENTS_KEY,
  version: 1,
  // By hand: zod would be most of the JS of the page that asks.
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
