import { AUTH_KEY } from "@/lib/config/storage-keys";

/** Messages between tabs about their shared session. */
export type TabMessage =
  | { type: "signed-in" }
  | { type: "signed-out" }
  | { type: "renewed"; leaseEndsAt: number }
  | { type: "changed" };

const CHANNEL = "gum-auth";

let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "function") channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

export function postToTabs(message: TabMessage): void {
  open()?.postMessage(message);
}

/**
 * Listens to the other tabs. A sign-out is also detected by the removal of `auth-storage`, because a suspended tab misses
 * messages.
 * @returns the cleanup
 */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const current = open();
  const onMessage = (event: MessageEvent<TabMessage>) => listener(event.data);
  const onStorage = (event: StorageEvent) => {
    const removed = (event.key === AUTH_KEY && event.newValue === null) || event.key === null;
    if (removed) listener({ type: "signed-out" });
  };
  current?.addEventListener("message", onMessage);
  window.addEventListener("storage", onStorage);
  return () => {
    current?.removeEventListener("message", onMessage);
    window.removeEventListener("storage", onStorage);
  };
}
