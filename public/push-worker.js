/**
 * Push messages (lib/push/message.ts). The service worker loads this file.
 *
 * Trust model: messages come from this instance only, because the browser knows its key. A new subscription is told to the
 * instance with the session cookie of whoever is signed in here; the instance takes it only in place of one of theirs.
 */

const START_PAGE = "/notifications";

self.addEventListener("push", (event) => {
  event.waitUntil(show(read(event.data)));
});

/** Every push has to show something, or the browser takes the permission away. */
function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

function show({ title, body, href, tag, lang, icon }) {
  return self.registration.showNotification(title || "Gum", {
    body: body || "",
    icon: icon || "/icons/icon-192.png",
    badge: "/icons/icon-192.png",
    data: { href },
    ...(tag && { tag }),
    ...(lang && { lang }),
  });
}

/** The browser or its push service has replaced the subscription, or ended it. */
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
});

const PUSH_API = "/api/v2/users/me/push";

/** Most browsers do not say what the subscriptions were and are. */
async function renew({ oldSubscription, newSubscription }) {
  const subscription = newSubscription ?? (await subscribeAgain(oldSubscription));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const response = await fetch(PUSH_API, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
  // Nobody is signed in here who wants messages.
  if ([401, 403, 404].includes(response.status)) await subscription.unsubscribe();
}

async function subscribeAgain(oldSubscription) {
  const key = oldSubscription?.options.applicationServerKey ?? (await readKey());
  return key && self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** The instance's key in base64url; null if nobody is signed in. */
async function readKey() {
  const response = await fetch(PUSH_API);
  return response.ok ? (await response.json()).publicKey : null;
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.href));
});

/** Shows the page in a tab of Gum that is open, or else in a new one. Other sites are never opened. */
async function open(href) {
  const target = new URL(String(href || START_PAGE), self.location.origin);
  const url =
    target.origin === self.location.origin ? target.href : new URL(START_PAGE, self.location.origin).href;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ focused }) => focused) ?? tabs[0];
  if (!tab) return self.clients.openWindow(url);
  const focused = await tab.focus().catch(() => tab);
  // A page that this worker does not control yet cannot be navigated by it.
  return focused.navigate(url).catch(() => self.clients.openWindow(url));
}
