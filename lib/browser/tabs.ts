import { AUTH_KEY } from "@/lib/config/storage-keys";

/** What one tab tells the others about the session they share. */
export type TabMessage =
  | { type: "signed-in" }
  | { type: "signed-out" }
  | { type: "renewed"; leaseEndsAt: number }
  | { type: "changed" };

const CHANNEL = "gum-auth";

let channel: BroadcastChannel | null | undefined;

function open(): BroadcastChannel | null {
  if (channel === undefined)
    channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  return channel;
}

/** Tells the other tabs. */
export function postToTabs(message: TabMessage): void {
  open()?.postMessage(message);
}

/**
 * Calls back for what other tabs tell. A sign-out is also seen by `auth-storage` being removed, which reaches tabs that
 * were asleep. Answers how to stop.
 */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const bus = open();
  const onMessage = (event: MessageEvent<TabMessage>) => listener(event.data);
  const onStorage = (event: StorageEvent) => {
    const removed = (event.key === AUTH_KEY && event.newValue === null) || event.key === null;
    if (removed) listener({ type: "signed-out" });
  };
  bus?.addEventListener("message", onMessage);
  window.addEventListener("storage", onStorage);
  return () => {
    bus?.removeEventListener("message", onMessage);
    window.removeEventListener("storage", onStorage);
  };
}
