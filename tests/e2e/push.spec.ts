import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import type { PushState } from "../../lib/push/contract";
import { browserOptions } from "../support/browser.mjs";
import { signUpOnboarded } from "../support/accounts";
import { settled } from "../support/dock";
import { notice } from "../support/notices";
import { callAs } from "../support/posts";

// The shell without a browser around it shows no notifications.
test.use({ launchOptions: browserOptions() });

/** Chromium's push service is on the internet; this one subscribes with real keys, and nobody can reach it. */
async function withPushService(page: Page): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    const STORE = "test-push-subscription";
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replace(/\+/g, "-")
        .replace(/\//g, "_")
        .replace(/=+$/, "");
    const bytes = (base64: string) =>
      Uint8Array.from(atob(base64.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
    type Kept = { endpoint: string; keys: { p256dh: string; auth: string }; key: string };
    const subscription = (kept: Kept) => ({
      options: { applicationServerKey: bytes(kept.key).buffer },
      toJSON: () => ({ endpoint: kept.endpoint, keys: kept.keys }),
      unsubscribe: async () => (localStorage.removeItem(STORE), true),
    });
    const read = () => {
      const kept = localStorage.getItem(STORE);
      return kept ? subscription(JSON.parse(kept) as Kept) : null;
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => read(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
          "deriveBits",
        ]);
        const kept: Kept = {
          endpoint: `https://push.invalid/${crypto.randomUUID()}`,
          keys: {
            p256dh: text(await crypto.subtle.exportKey("raw", pair.publicKey)),
            auth: text(crypto.getRandomValues(new Uint8Array(16)).buffer),
          },
          key: text(applicationServerKey.slice().buffer),
        };
        localStorage.setItem(STORE, JSON.stringify(kept));
        return read();
      },
    });
  });
}

/** Has the browser deliver a push message to the service worker of the page. */
async function deliver(page: Page, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await session.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
  await session.detach();
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const notifications = (await registration?.getNotifications()) ?? [];
    return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
  });

test(
  "push is turned on for this device, shows a message that leads to its page, and is turned off",
  { tag: "@full" },
  async ({ page }) => {
    await withPushService(page);
    await signUpOnboarded(page);
    await page.goto("/settings#notification-settings");
    await settled(page);
    const section = page.locator("#notification-settings");
    await section.getByRole("button", { name: "Turn on" }).click();
    await expect(section.getByRole("button", { name: "Send a test" })).toBeVisible();
    await expect(
      section.getByRole("list", { name: "Devices that get push" }).getByText("This device"),
    ).toBeVisible();
    await section.getByRole("button", { name: "Send a test" }).click();
    await expect(notice(page, "The push service did not accept the test.")).toBeVisible();

    // Each kind has its own switch, which survives a reload.
    await section.getByRole("switch", { name: "Push: Likes" }).click();
    await expect
      .poll(() => callAs<object>(page, "GET", "/v2/users/me/preferences"))
      .toMatchObject({ pushes: { likes: false, follows: true }, notifications: { likes: true } });
    await page.reload();
    await settled(page);
    await expect(section.getByRole("switch", { name: "Push: Likes" })).not.toBeChecked();
    await expect(section.getByRole("button", { name: "Turn off" })).toBeVisible();

    await deliver(page, { title: "Mika likes your post", body: "hello", href: "/bookmarks", tag: "like:1" });
    await expect
      .poll(() => shown(page))
      .toEqual([{ title: "Mika likes your post", body: "hello", tag: "like:1" }]);
    // A later message with the same tag replaces it; one without any content is shown nevertheless.
    await deliver(page, {
      title: "Ren and Mika like your post",
      body: "hello",
      href: "/bookmarks",
      tag: "like:1",
    });
    await expect.poll(() => shown(page)).toMatchObject([{ title: "Ren and Mika like your post" }]);

    // The browser replaces its subscription by itself.
    const device = () =>
      callAs<PushState>(page, "GET", "/v2/users/me/push").then(({ devices }) => devices[0]);
    const before = await device();
    const [worker] = page.context().serviceWorkers();
    await worker!.evaluate(
      async (kept) => {
        const { keys, key } = JSON.parse(kept) as { keys: object; key: string };
        const endpoint = `https://push.invalid/${crypto.randomUUID()}`;
        const asked: unknown[] = [];
        Object.assign(PushManager.prototype, {
          subscribe: async ({ applicationServerKey }: { applicationServerKey: unknown }) => {
            asked.push(applicationServerKey);
            return { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
          },
        });
        self.dispatchEvent(new Event("pushsubscriptionchange"));
        await Promise.resolve();
        Object.assign(self, { askedWith: asked, ownKey: key });
      },
      (await page.evaluate(() => localStorage.getItem("test-push-subscription")))!,
    );
    await expect.poll(async () => (await device())?.id).not.toBe(before!.id);
    expect(await device()).toMatchObject({ current: true });
    // With the key of the instance.
    expect(
      await worker!.evaluate(() => {
        const { askedWith, ownKey } = self as unknown as { askedWith: unknown[]; ownKey: string };
        return askedWith.length === 1 && askedWith[0] === ownKey;
      }),
    ).toBe(true);

    await worker!.evaluate(async () => {
      const scope = self as unknown as {
        registration: ServiceWorkerRegistration;
        dispatchEvent: (event: Event) => void;
        NotificationEvent: new (type: string, init: object) => Event;
      };
      const [notification] = await scope.registration.getNotifications();
      scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    });
    await expect(page).toHaveURL(/\/bookmarks$/);
    await expect.poll(() => shown(page)).toEqual([]);

    await page.goto("/settings#notification-settings");
    await section.getByRole("button", { name: "Turn off" }).click();
    await expect(section.getByRole("button", { name: "Turn on" })).toBeVisible();
    await expect(section.getByRole("list", { name: "Devices that get push" })).toHaveCount(0);
  },
);

test(
  "where notifications are blocked, the settings say how to allow them",
  { tag: "@full" },
  async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Notification, "permission", { get: () => "denied" }),
    );
    await signUpOnboarded(page);
    await page.goto("/settings#notification-settings");
    const section = page.locator("#notification-settings");
    await expect(section.getByText("Notifications from Gum are blocked in this browser.")).toBeVisible();
    await expect(section.getByRole("button", { name: "Turn on" })).toHaveCount(0);
  },
);
