import { randomBytes } from "node:crypto";
import type { Browser, Page } from "playwright";
import { expect as expectPage } from "../support/page-expect";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App, PartialUpload } from "@/lib/apps/contract";
import type { Post, PostMedia } from "@/lib/posts/contract";
import { UPLOAD_PART_BYTES } from "@/lib/package/limits";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { freshAccount, mailTo, signUpOnboarded as signUpInBrowser } from "../support/accounts";
import { ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, png, uploadForm } from "../support/apps";
import { readEvents } from "../support/event-reader";
import { startObjectStore } from "../support/object-store";
import { notHere } from "../support/not-here";
import { cardOf, writePost } from "../support/posts";
import { hasRedis, startRedis, type TestRedis } from "../support/redis";
import { startRoundRobin } from "../support/round-robin";
import { type TestServer, startServer } from "../support/server";
import { connectBrowser } from "../support/shared-browser";
import { appFrame, appName, countingApp, gumFile } from "../support/store";

/**
 * The way a host runs several processes: one PostgreSQL, one Redis, one object store, and a proxy that gives each
 * request to the next process.
 */
const TITLE = notHere(
  "an instance of two processes behind a proxy",
  hasRedis,
  "redis-server is not installed",
);
describe.skipIf(!hasRedis)(TITLE, () => {
  let redis: TestRedis;
  let store: Awaited<ReturnType<typeof startObjectStore>>;
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
  let first: TestServer;
  let second: TestServer;
  let url: string;
  let mika: ApiClient;
  let ren: ApiClient;

  beforeAll(async () => {
    redis = await startRedis();
    store = await startObjectStore();
    const port = await freePort();
    url = `http://localhost:${port}`;
    proxy = await startRoundRobin(port);
    const env = {
      ...store.env,
      S3_PRESIGNED_ENDPOINT: store.env.S3_ENDPOINT,
      APP_URL: url,
      REDIS_URL: redis.url,
      PROCESSES: "2",
      TRUST_PROXY: "1",
      RATE_LIMIT_SCALE: "1",
    };
    first = await startServer({ env });
    second = await startServer({ env: { ...env, DATABASE_URL: first.database.url } });
    proxy.targets.push(first.port, second.port);
    const throughProxy = { ...first, url };
    mika = await signUpOnboarded(throughProxy);
    ren = await signUpOnboarded(throughProxy);
  });
  afterAll(async () => {
    await second?.dispose();
    await first?.dispose();
    proxy?.stop();
    store?.stop();
    await redis?.stop();
  });

  it("signs people up whose next request meets another process", async () => {
    expect(Math.min(...proxy.served())).toBeGreaterThan(3);
    const seen = await Promise.all([first, second].map((each) => new ApiClient(each.url, ren.accessToken)));
    for (const client of seen) expect((await client.call("GET", "/v2/users/me")).status).toBe(200);
  });

  it("shows a post in the streams of both processes", async () => {
    const { id: mikaId } = await mika.must<{ id: string }>("GET", "/v2/users/me");
    await ren.must("POST", `/users/${mikaId}/follow`);
    const streams = await Promise.all(
      [first, second].map(async (each) => {
        const headers = { authorization: `Bearer ${ren.accessToken}` };
        const stream = readEvents((await fetch(`${each.url}/api/realtime/v1/stream`, { headers })).body!);
        await stream.until((event) => event.type === "hello");
        return stream;
      }),
    );
    const { id } = await mika.must<Post>("POST", "/v1/posts", { kind: "text", body: "to all processes" });
    for (const stream of streams) {
      await stream.until((event) => event.type === "post" && event.id === id);
      await stream.close();
    }
  });

  it("serves a picture from either process", async () => {
    const form = new FormData();
    form.set("file", new File([await png()], "red.png", { type: "image/png" }));
    const { url: picture } = await mika.must<PostMedia>("POST", "/media", form);
    const answers = await Promise.all([1, 2].map(() => fetch(new URL(picture, url))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(store.keys().some((key) => key.startsWith("/gum/media/"))).toBe(true);
  });

  it("takes an upload in parts over both, and runs it", async () => {
    const pack = await makePackage(
      { name: "Large", network: { hosts: ["api.example.com"], reason: "The forecast" } },
      { "noise.bin": new Uint8Array(randomBytes(3 * UPLOAD_PART_BYTES)) },
    );
    const id = uuidv7();
    await mika.must("PUT", `/apps/uploads/${id}`, { bytes: pack.length });
    for (let at = 0; at < pack.length; at += UPLOAD_PART_BYTES) {
      const form = new FormData();
      form.set("part", new File([pack.slice(at, at + UPLOAD_PART_BYTES)], "part"));
      const { received } = await mika.must<PartialUpload>("PATCH", `/apps/uploads/${id}?offset=${at}`, form);
      expect(received).toBe(Math.min(at + UPLOAD_PART_BYTES, pack.length));
    }
    const app = await mika.must<App>("POST", "/apps", uploadForm({ metadata: { uploadKey: id } }));
    for (const each of [first, second]) {
      const headers = { authorization: `Bearer ${mika.accessToken}` };
      const kept = await fetch(`${each.url}/api/apps/${app.id}/package`, { headers });
      expect((await kept.arrayBuffer()).byteLength).toBe(pack.length);
    }
    expect(store.keys().some((key) => key.startsWith("/gum/uploads/"))).toBe(false);

    // One process begins the run, both know its token.
    const run = { version: app.version };
    const { runToken } = await mika.must<{ runToken: string }>("POST", `/apps/${app.id}/runs`, run);
    for (const each of [first, second]) {
      const call = {
        runToken,
        req_id: uuidv7(),
        ts: Date.now(),
        method: "GET",
        url: "https://api.example.com/",
      };
      const answer = await new ApiClient(each.url, mika.accessToken).call("POST", "/egress", call);
      expect(answer).toMatchObject({ status: 403, body: { code: "consent_required" } });
    }

    const changes = [{ area: "values", key: "score", value: "7" }];
    await mika.must("PUT", `/apps/${app.id}/storage`, { changes });
    for (const each of [first, second]) {
      const client = new ApiClient(each.url, mika.accessToken);
      expect(await client.must("GET", `/apps/${app.id}/storage`)).toMatchObject({ entries: changes });
    }
  });

  describe("in browsers", () => {
    let browser: Browser;
    const openPage = async (): Promise<Page> =>
      (await browser.newContext({ baseURL: url, locale: "en-US" })).newPage();
    beforeAll(async () => {
      browser = await connectBrowser();
    });
    afterAll(() => browser?.close());

    it("reads a picture from the object store", async () => {
      const form = new FormData();
      form.set("file", new File([await png()], "red.png", { type: "image/png" }));
      const { id } = await mika.must<PostMedia & { id: string }>("POST", "/media", form);
      await mika.must("POST", "/v1/posts", { kind: "text", body: "a red picture", media: [{ id }] });
      const page = await openPage();
      await signUpInBrowser(page);
      const read = page.waitForResponse((response) => response.url().startsWith(store.env.S3_ENDPOINT));
      await page.goto("/timeline?feed=all");
      expect((await read).status()).toBe(200);
      const image = cardOf(page, "a red picture").locator("img[src*='/media/']");
      await expectPage
        .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
      // A script may not read the store: it gets the file from here, although the browser has the redirect in its cache.
      const src = await image.evaluate((img: HTMLImageElement) => img.src);
      expect(await page.evaluate(async (url) => (await fetch(url)).status, src)).toBe(200);
    });

    it("carries a newcomer from the form to an app that keeps what it saved", async () => {
      const reader = await openPage();
      await signUpInBrowser(reader);
      await reader.goto("/timeline?feed=all");
      await expectPage(reader.getByLabel("What to post")).toBeVisible();

      const page = await openPage();
      const account = freshAccount();
      await page.goto("/signup");
      await page.locator("[name=email]").fill(account.email);
      await page.locator("[name=username]").fill(account.username);
      await page.locator("[name=displayName]").fill("Newcomer");
      await page.locator("[name=password]").fill(account.password);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.waitForURL("**/onboarding");
      await page.locator("[name=code]").fill((await mailTo(page.request, account.email)).code);
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "Agree and continue" }).click();
      await page.getByRole("button", { name: "Start using Gum" }).click();
      await page.waitForURL("**/timeline");

      const text = `first words ${account.username}`;
      await writePost(page, text);
      await reader.getByRole("button", { name: /new post/ }).click();
      await expectPage(cardOf(reader, text)).toBeVisible();
      await cardOf(reader, text).getByRole("button", { name: "Like" }).click();
      await expectPage(cardOf(page, text).getByRole("button", { name: "Like, 1 like" })).toBeVisible();

      await page.goto("/add-app");
      const name = appName("Counter");
      const large = { "noise.bin": randomBytes(2 * UPLOAD_PART_BYTES) };
      await page
        .locator("label.file-drop input[type=file]")
        .setInputFiles(gumFile(countingApp({ name }, "It runs", large)));
      await page.getByRole("button", { name: "Upload", exact: true }).click();
      await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);
      await page.getByRole("link", { name: "Open", exact: true }).first().click();
      // Drawn, then its script runs: a press before is lost.
      await expectPage(appFrame(page).locator("#saved")).toHaveText("0");
      await appFrame(page).getByRole("heading", { name: "It runs" }).click();
      await expectPage(appFrame(page).locator("#saved")).toHaveText("1");
      const storage = `/api${new URL(page.url()).pathname.replace(/\/run$/, "/storage")}`;
      await expectPage
        .poll(async () => (await page.request.get(storage)).json())
        .toMatchObject({ entries: [{ key: "count", value: "1" }] });
      await page.reload();
      await expectPage(appFrame(page).locator("#saved")).toHaveText("1");
    });
  });

  it("counts attempts together", async () => {
    let people = 0;
    const attempt = async () => {
      const answer = await fetch(`${url}/api/v2/auth/login`, {
        method: "POST",
        // From an address of their own, so only the limit of an account is reached.
        headers: { "content-type": "application/json", "x-forwarded-for": `198.18.0.${people}` },
        body: JSON.stringify({ email: `nobody_${people}@gum.test`, password: "some words" }),
      });
      return answer.status;
    };
    const tried = async () => {
      people++;
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++) statuses.push(await attempt());
      return statuses;
    };
    // Where Redis takes more than 250 ms, a process counts on its own for a while.
    await expect.poll(tried).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe("an instance that says it runs in several processes", () => {
  it("does not start without what they share", async () => {
    const env = { APP_URL: "https://gum.example", PROCESSES: "2", TURNSTILE_DISABLED: "1" };
    await expect(startServer({ env })).rejects.toThrow(
      /ended at its start[^]*Set REDIS_URL \(or REDIS_SENTINELS, REDIS_CLUSTER\) and S3_BUCKET/,
    );
  });
});
