import type { ServerResponse } from "node:http";
import type { Browser, BrowserContext, Page, Request } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { SESSION_DOUBT_EVENT } from "@/lib/browser/api";
import type { Post } from "@/lib/posts/contract";
import { signUpOnboarded } from "../support/accounts";
import { type ApiClient, signUpOnboarded as signUpClient } from "../support/api";
import { startCuttableProxy } from "../support/cuttable-proxy";
import { publish } from "../support/posts";
import { type TestServer, startServer } from "../support/server";
import { connectBrowser } from "../support/shared-browser";

/** The live stream of a real page when its connection breaks. The page's clock is the test's: nothing here waits. */

let server: TestServer;
let browser: Browser;
let writer: ApiClient;
const contexts: BrowserContext[] = [];
const STEP_MS = 250;
/** On the page's clock: longer than any delay between two attempts. */
const ATTEMPT_MS = 120_000;

beforeAll(async () => {
  server = await startServer();
  browser = await connectBrowser();
  writer = await signUpClient(server);
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
afterAll(async () => {
  await browser?.close();
  await server?.dispose();
});

/** A page of a new person, who has a post. */
async function openPage(proxy?: string) {
  const options = { baseURL: server.url, locale: "en-US" };
  const direct = await browser.newContext(options);
  contexts.push(direct);
  const person = await direct.newPage();
  await signUpOnboarded(person);
  const mine = await publish(person, "mine");

  const context = await browser.newContext({
    ...options,
    storageState: await direct.storageState(),
    ...(proxy && { proxy: { server: proxy } }),
  });
  contexts.push(context);
  return { page: await context.newPage(), mine };
}

/** Their post is shown, and live updates are heard; the page's clock stands still. */
async function openReader(proxy?: string) {
  const { page, mine } = await openPage(proxy);
  let attempts = 0;
  /** What a failure reports. */
  const requests: string[] = [];
  page.on("request", (request) => {
    if (isStream(request.url())) attempts++;
    requests.push(`${request.method()} ${request.url()}`);
  });
  page.on("response", (response) => requests.push(`${response.status()} ${response.url()}`));
  page.on("requestfailed", (request) => requests.push(`${request.failure()?.errorText} ${request.url()}`));
  await page.clock.install();
  // Delays are spread by chance; here each is the middle of its range.
  await page.addInitScript(() => (Math.random = () => 0.5));
  const connected = page.waitForResponse((answer) => isStream(answer.url()));
  await page.goto("/timeline?feed=all");
  await connected;
  await page.clock.pauseAt(Date.now() + 60_000);
  return { page, mine, attempts: () => attempts, requests };
}

const isStream = (url: string) => url.includes("/api/realtime/v1/stream");

/** A post, a like and a comment, while the page is away. */
async function happen(mine: Post): Promise<void> {
  await writer.must("POST", "/v1/posts", { kind: "text", body: "while away" });
  await writer.must("POST", "/v1/reactions", { postId: mine.id, action: "like" });
  await writer.must("POST", `/posts/${mine.id}/comments`, { content: "hello" });
}

async function seesAll(page: Page, mine: Post): Promise<void> {
  const card = page.locator(`article[data-post="${mine.id}"]`);
  await page.clock.resume();
  await page.getByRole("button", { name: "1 new post" }).waitFor();
  await card.getByRole("button", { name: "Like, 1 like" }).waitFor();
  await card.getByRole("link", { name: "Reply, 1 reply" }).waitFor();
  await page
    .getByRole("link", { name: /Notifications.*2/ })
    .first()
    .waitFor();
}

type Reader = Awaited<ReturnType<typeof openReader>>;

/**
 * Lets the page's clock go on until it has tried to connect once more. When the page notices that a connection broke is
 * the browser's business: how long it waits from then on is ours.
 * @returns how long that took on its clock, in ms
 */
async function nextAttempt({ page, attempts, requests }: Reader): Promise<number> {
  const before = attempts();
  const now = () => page.evaluate(() => Date.now());
  const since = await now();
  for (let waited = 0; waited < ATTEMPT_MS; waited += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    // The browser has passed on what it was asked for by the time it answers this.
    await now();
    if (attempts() === before) continue;
    expect(attempts()).toBe(before + 1);
    return waited + STEP_MS;
  }
  const text = (await page.locator("body").innerText()).slice(0, 500);
  throw new Error(
    `No attempt in ${(await now()) - since} ms at ${page.url()}:\n${requests.slice(-30).join("\n")}\n${text}`,
  );
}

it("comes back after 1, 2, 5, 10 and 10 seconds, and has missed nothing", async () => {
  const proxy = await startCuttableProxy();
  try {
    const reader = await openReader(proxy.url);
    const { page, mine, attempts } = reader;
    expect(attempts()).toBe(1);
    proxy.cut();
    await happen(mine);
    let failed = page.waitForEvent("requestfailed", (request) => isStream(request.url()));
    expect(await nextAttempt(reader)).toBeGreaterThanOrEqual(1_000);
    await failed;
    for (const seconds of [2, 5, 10]) {
      const made = attempts();
      await page.clock.runFor(seconds * 1_000 - 1);
      expect(attempts()).toBe(made);
      failed = page.waitForEvent("requestfailed", (request) => isStream(request.url()));
      await page.clock.runFor(1);
      await failed;
      expect(attempts()).toBe(made + 1);
    }
    proxy.mend();
    expect(await page.getByRole("button", { name: /new post/ }).count()).toBe(0);
    await page.clock.runFor(10_000);
    await seesAll(page, mine);
  } finally {
    await proxy.close();
  }
});

it("misses nothing when the server dies and is started again", async () => {
  const reader = await openReader();
  await server.kill9();
  await server.start();
  // The new server told all this before the page is back: only its database can tell it again.
  await happen(reader.mine);
  await nextAttempt(reader);
  await seesAll(reader.page, reader.mine);
});

/** Answers that say nothing about a session. */
const NO_ANSWERS: [string, (response: ServerResponse) => void][] = [
  [
    "breaks off",
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{", () => response.destroy());
    },
  ],
  [
    "is a captive portal's page",
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Accept our terms</h1>"),
  ],
];

it.each(NO_ANSWERS)(
  "keeps its person signed in when the answer about the session %s",
  async (_how, answer) => {
    const proxy = await startCuttableProxy();
    try {
      const { page } = await openPage(proxy.url);
      await page.goto("/timeline");
      const documents: string[] = [];
      page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
      const SESSION = "/api/auth/session";
      let ended = 0;
      const count = (request: Request) => request.url().endsWith(SESSION) && ended++;
      page.on("requestfinished", count);
      page.on("requestfailed", count);
      const asked = async (ask: () => Promise<unknown>) => {
        const before = ended;
        await ask();
        await expect.poll(() => ended).toBeGreaterThan(before);
      };
      const doubt = () => page.evaluate((name) => window.dispatchEvent(new Event(name)), SESSION_DOUBT_EVENT);

      proxy.instead.set(SESSION, answer);
      await asked(() => page.reload());
      await asked(doubt);
      // By the time that a whole answer is here, what the others led to shows.
      proxy.instead.clear();
      await asked(doubt);
      await page.getByLabel("What to post").waitFor();
      expect(documents).toEqual([`${server.url}/timeline`]);
      expect(await page.getByRole("alertdialog").count()).toBe(0);
    } finally {
      await proxy.close();
    }
  },
);
