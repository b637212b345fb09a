/**
 * The worker that opens pages without a connection (public/service-worker.js). It is installed with the first page that
 * works without one.
 */
const PRIVATE_CACHES = ["gum-pages", "gum-apps"];

let kept = "";

/** Keeps this page and what it has loaded in the browser. */
export async function keepPage(): Promise<void> {
  if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
  const page = location.origin + location.pathname + location.search;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const version = `${page} ${files.length}`;
  if (version === kept) return;
  kept = version;
  const message = { type: "keep", page, files };
  // A page that is being left waits for nothing.
  const { controller } = navigator.serviceWorker;
  if (controller) return controller.postMessage(message);
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(message);
  } catch {
    // In private windows and on full disks pages need a connection.
  }
}

/** Keeps each page that is left, once there is a worker. What the browser had in memory did not pass through it. */
export function keepPagesLeft(): () => void {
  const onHidden = () => {
    if (document.visibilityState === "hidden" && navigator.serviceWorker?.controller) void keepPage();
  };
  document.addEventListener("visibilitychange", onHidden);
  return () => document.removeEventListener("visibilitychange", onHidden);
}

/** Deletes what the signed-in person could see, and ends the messages for them. */
export async function forgetPages(): Promise<void> {
  await forgetPushes().catch(() => undefined);
  if (!("caches" in globalThis)) return;
  await Promise.all(PRIVATE_CACHES.map((name) => caches.delete(name).catch(() => false)));
}

async function forgetPushes(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  // Not awaited: the browser may ask its push service, and continues by itself.
  void registration?.pushManager
    ?.getSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined);
}
