import { AUTH_KEY } from "@/lib/config/storage-keys";

/** Messages between tabs about their shared session. */
export type TabMessage =
  | { type: "signed-in" }
  | { type: "signed-out" }
  | { type: "renewed"; leaseEndsAt: number }
  | { type: "changed" };

let channel: BroadcastChannel | undefined;
const openChannel = () => (channel ??= new BroadcastChannel("gum-auth"));

export function postToTabs(message: TabMessage): void {
  openChannel().postMessage(message);
}

/**
 * Listens to the other tabs. A sign-out is also detected by the removal of `auth-storage`, because a suspended tab misses
 * messages.
 * @returns the cleanup
 */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const current = openChannel();
  const onMessage = (event: MessageEvent<TabMessage>) => listener(event.data);
  const onStorage = (event: StorageEvent) => {
    const removed = (event.key === AUTH_KEY && event.newValue === null) || event.key === null;
    if (removed) listener({ type: "signed-out" });
  };
  current.addEventListener("message", onMessage);
  window.addEventListener("storage", onStorage);
  return () => {
    current.removeEventListener("message", onMessage);
    window.removeEventListener("storage", onStorage);
  };
}
