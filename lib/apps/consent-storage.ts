import { DEVICE_NOTICES_KEY, LEAK_CONSENTS_KEY, SHORTCUT_CONSENTS_KEY } from "@/lib/config/storage-keys";
import { versionedStorage } from "@/lib/browser/versioned-storage";

/** A user's consents to apps in this browser. */
export interface ConsentStorage {
  has(userId: string | null, appId: string): boolean;
  set(userId: string | null, appId: string, accepted: boolean): void;
}

const keyOf = (userId: string | null, appId: string): string => `${userId ?? "guest"}/${appId}`;

function consentStorage(key: string): ConsentStorage {
  const storage = versionedStorage<string[]>({
    key,
    version: 1,
    // By hand: zod would be most of the JS of the page that asks.
    parse: (value) =>
      Array.isArray(value) && value.every((key) => typeof key === "string") ? (value as string[]) : null,
  });
  return {
    has: (userId, appId) => storage.read()?.includes(keyOf(userId, appId)) ?? false,
    set(userId, appId, accepted) {
      const others = (storage.read() ?? []).filter((key) => key !== keyOf(userId, appId));
      storage.write(accepted ? [...others, keyOf(userId, appId)] : others);
    },
  };
}

/**
 * Apps that the user runs although this browser cannot keep them from leaking data. Per browser, not per account, because
 * another browser may be able to.
 */
export const leakConsents = consentStorage(LEAK_CONSENTS_KEY);

/** Whether a person has read that an app keeps data on this device, or on another one. */
export const deviceNotices: Record<"here" | "elsewhere", ConsentStorage> = {
  here: consentStorage(`${DEVICE_NOTICES_KEY}-here`),
  elsewhere: consentStorage(`${DEVICE_NOTICES_KEY}-elsewhere`),
};

/** Apps that get the shell's shortcuts. Per browser, because keyboards differ. */
export const shortcutConsents = consentStorage(SHORTCUT_CONSENTS_KEY);
