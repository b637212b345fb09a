import type { Browser, Locator, Page } from "playwright";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { callAs, cardOf, pictureFile, publish } from "../support/posts";
import { appFrame, appName, uploadByApi } from "../support/store";
import { expect, test } from "../support/test";

const isStream = (address: { url: () => string }) => address.url().includes("/api/realtime/v1/stream");

test(
  "what happens in an app shows in the post, live and without a frame",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const name = appName("Poll");
    const manifest = { name, entry: { html: "index.html" }, room: true };
    const app = await uploadByApi(page, makePackage(manifest, { "index.html": "<h1>Poll</h1>" }), {
      published: true,
    });
    const body = appName("Lunch?");
    const post = await publish(page, body, { appRef: { appId: app.id } });
    const { id: room } = await callAs<{ id: string }>(page, "POST", `/posts/${post.id}/room`);

    const other = await (await browser.newContext()).newPage();
    await signUpOnboarded(other);
    const connected = other.waitForResponse(isStream);
    await other.goto("/timeline?feed=all");
    await connected;
    const shown = cardOf(other, body).getByRole("group", { name: `From ${name}` });
    await expect(cardOf(other, body)).toBeVisible();
    await expect(shown).toHaveCount(0);

    const set = (card: object) => callAs(page, "PUT", `/rooms/${room}/card`, card);
    const curry = (value: number) => ({ title: "Lunch", bars: [{ label: "Curry", value }] });
    await set(curry(1));
    await expect(shown.getByText("Lunch")).toBeVisible();
    await expect(shown.getByRole("listitem")).toHaveText("Curry1");
    await set({ ...curry(2), lines: ["<b>2 votes</b> https://example.com"] });
    await expect(shown.getByRole("listitem")).toHaveText("Curry2");
    await expect(shown.getByText("<b>2 votes</b> https://example.com")).toBeVisible();
    await expect(shown.getByRole("link")).toHaveCount(0);
    // What is below does not move up and down with each change.
    const heightOf = async () => (await shown.boundingBox())!.height;
    const tall = await heightOf();
    await set(curry(1));
    await expect(shown.getByRole("listitem")).toHaveText("Curry1");
    await expect(shown.getByText("2 votes")).toHaveCount(0);
    expect(await heightOf()).toBe(tall);
    const image = { data: pictureFile().buffer.toString("base64"), alt: "A bowl of curry" };
    await set({ ...curry(3), image });
    const picture = shown.getByRole("img", { name: "A bowl of curry" });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(other.locator("iframe.gum-app-frame")).toHaveCount(0);

    await other.reload();
    await expect(shown.getByRole("listitem")).toHaveText("Curry3");

    // The author hides it, and changes their mind.
    await page.goto(`/post/${post.id}`);
    await page.getByRole("button", { name: "More about this post" }).click();
    await page.getByRole("menuitem", { name: "Hide what the app shows" }).click();
    const undo = page.getByRole("button", { name: "Undo" });
    // It waits under the pointer.
    await undo.hover();
    await expect(shown).toHaveCount(0);
    await undo.click();
    await expect(shown.getByText("Lunch")).toBeVisible();
  },
);

/** Votes in a room; each copy of the app shows the sum in the post. */
const POLL = `<!doctype html><meta charset="utf-8"><title>t</title><button>Vote</button><p></p><script>
  let votes = 0;
  document.querySelector("button").addEventListener("click", () => gum.room.send(1, { summary: "a summary" }));
  gum.room.listen(0, () => {
    votes += 1;
    gum.card({ title: "Lunch", bars: [{ label: "Curry", value: votes }], people: [gum.room.me] })
      .then(() => (document.querySelector("p").textContent = "shown " + votes), ({ code }) => (document.querySelector("p").textContent = code));
  });
</script>`;
const XDC = `<!doctype html><meta charset="utf-8"><title>t</title><button disabled>Vote</button><script src="webxdc.js"></script><script>
  let votes = 0;
  webxdc.setUpdateListener(() => (votes += 1), 0);
  document.querySelector("button").addEventListener("click", () =>
    webxdc.sendUpdate({ payload: 1, document: "Lunch", summary: votes + 1 + " votes" }, ""));
  document.querySelector("button").disabled = false;
</script>`;

test(
  "apps show what happens in them: by gum.card, and by the summary of webxdc",
  { tag: "@full" },
  async ({ page, browser }) => {
    test.slow();
    await signUpOnboarded(page);
    const other = await (await browser.newContext()).newPage();
    await signUpOnboarded(other);
    const publishApp = async (manifest: object, html: string) => {
      const name = appName("Poll");
      const files = { "index.html": html };
      const app = await uploadByApi(
        page,
        makePackage({ name, entry: { html: "index.html" }, ...manifest }, files),
        { published: true },
      );
      return publish(page, appName("Lunch?"), { appRef: { appId: app.id } });
    };
    const own = await publishApp({ room: true }, POLL);
    const xdc = await publishApp({ metadata: { webxdc: true } }, XDC);
    const connected = other.waitForResponse(isStream);
    await other.goto("/timeline?feed=all");
    await connected;
    const shown = (body: string) => cardOf(other, body).getByRole("group", { name: /^From Poll/ });
    await expect(cardOf(other, own.body)).toBeVisible();

    const play = async ({ id }: { id: string }) => {
      await page.goto(`/post/${id}`);
      await page.getByRole("button", { name: /^(Open|Play) Poll/ }).click();
      return appFrame(page).getByRole("button", { name: "Vote" });
    };
    const vote = await play(own);
    await vote.click();
    await expect(shown(own.body).getByRole("listitem")).toHaveText("Curry1");
    await vote.click();
    await expect(shown(own.body).getByRole("listitem")).toHaveText("Curry2");
    await expect(shown(own.body)).toContainText("1 person");
    await expect(shown(own.body)).not.toContainText("a summary");
    await expect(appFrame(page).getByText("shown 2")).toBeVisible();

    await (await play(xdc)).click();
    await expect(shown(xdc.body).getByText("1 votes")).toBeVisible();
    await expect(shown(xdc.body).getByText("Lunch", { exact: true })).toBeVisible();
    await expect(other.locator("iframe.gum-app-frame")).toHaveCount(0);
  },
);

/** Shows two cards, one right after the other, the second with a picture; then asks the host for something. */
const TWO_CARDS = `<!doctype html><meta charset="utf-8"><title>t</title><button>Draw</button><p></p><script>
  const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 300 });
  const pen = canvas.getContext("2d");
  for (let n = 0; n < 13400; n++) {
    pen.fillStyle = "hsl(" + ((n * 7919) % 360) + " 80% 50%)";
    pen.fillRect((n % 134) * 3, Math.floor(n / 134) * 3, 3, 3);
  }
  document.querySelector("button").addEventListener("click", () => canvas.toBlob(async (picture) => {
    gum.card({ title: "First" });
    gum.card({ title: "Second", image: { picture, alt: "A square" } });
    await gum.room.members();
    document.querySelector("p").textContent = picture.size > 30_000 ? "drawn" : "too few details";
  }, "image/jpeg", 0.9));
</script>`;

/** As a browser does after half a minute; what the page sends next may have to wait for it. */
async function stopServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.stopAllWorkers");
}

/** A person draws in an app, and leaves when `isReady`; returns the card as another person sees it. */
async function leaveDrawing(page: Page, browser: Browser, isReady: () => Promise<unknown>): Promise<Locator> {
  const manifest = { name: appName("Drawing"), entry: { html: "index.html" }, room: true };
  const app = await uploadByApi(page, makePackage(manifest, { "index.html": TWO_CARDS }), {
    published: true,
  });
  const post = await publish(page, appName("Look"), { appRef: { appId: app.id } });
  await page.goto(`/post/${post.id}`);
  await page.getByRole("button", { name: `Open ${manifest.name}` }).click();
  await appFrame(page).getByRole("button", { name: "Draw" }).click();
  await expect(appFrame(page).getByText("drawn")).toBeVisible();
  await isReady();
  await stopServiceWorker(page);
  await page.goto("about:blank");

  const other = await (await browser.newContext()).newPage();
  await signUpOnboarded(other);
  await other.goto("/timeline?feed=all");
  return cardOf(other, post.body).getByRole("group", { name: `From ${manifest.name}` });
}

test(
  "a card with a picture that still waits is sent when its page is left",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    await page.addInitScript(() => {
      const read = FileReader.prototype.readAsDataURL;
      FileReader.prototype.readAsDataURL = function (file) {
        this.addEventListener("loadend", () => setTimeout(() => Object.assign(window, { isEncoded: true })));
        read.call(this, file);
      };
    });
    const sent: number[] = [];
    page.context().on("request", (request) => {
      if (request.method() === "PUT" && request.url().endsWith("/card"))
        sent.push(request.postData()?.length ?? 0);
    });
    const shown = await leaveDrawing(page, browser, () => page.waitForFunction(() => "isEncoded" in window));
    await expect(shown.getByText("Second")).toBeVisible();
    await expect(shown.getByRole("img", { name: "A square" })).toBeVisible();
    // Only requests of 64 KB in all survive their page.
    expect(Math.max(...sent)).toBeLessThan(32_000);
  },
);

test(
  "a card whose picture is still being scaled down goes without it when its page is left",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    await page.addInitScript(() => {
      if (window === top) HTMLCanvasElement.prototype.toBlob = () => {};
    });
    const shown = await leaveDrawing(page, browser, async () => {});
    await expect(shown.getByText("Second")).toBeVisible();
    await expect(shown.getByRole("img", { name: "A square" })).toHaveCount(0);
  },
);
