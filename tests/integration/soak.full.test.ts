import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium, type Browser, type CDPSession, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { Post } from "@/lib/posts/contract";
import { signUpOnboarded as signUpPage } from "../support/accounts";
import { ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, uploadForm } from "../support/apps";
import { pageBrowserOptions } from "../support/browser.mjs";
import { hydrateAllVisits } from "../support/hydrated";
import { notHere } from "../support/not-here";
import { TEST_DIR } from "../support/postgres";
import { publish } from "../support/posts";
import { type TestServer, startServer } from "../support/server";
import { appFrame, appName, countingApp, uploadByApi } from "../support/store";

/**
 * An hour of ordinary use: open streams, reads, likes, posts, saves, uploads, and one tab in which apps are opened and closed. Memory and
 * handles have to be as flat as they can be; latency is only written down, to var/test/soak.md. `npm run test:soak -- 60`: so many minutes.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 0);
const TITLE = notHere("an hour of use", MINUTES > 0, "npm run test:soak runs it");
const METRICS_TOKEN = "a-token-for-metrics-0123456789";
const PEOPLE = 20;
const STREAMS = 200;
/** How often each is done, in ms. */
const EVERY = { read: 200, like: 250, post: 2_000, save: 500, upload: 6_000, run: 5_000, signIn: 20_000 };
const MINUTE_MS = 60_000;
const PASSWORD = "a handful of words";
const nameOf = (n: number) => `soaked_${n}`;
/** Until then the server compiles its code and fills its pools. */
const WARM = 0.25;

type Sample = {
  minute: number;
  rssMb: number;
  heapMb: number;
  handles: number;
  tabMb: number;
  tabObjects: number;
  tabNodes: number;
  tabListeners: number;
  tabFrames: number;
  p50: number;
  p95: number;
  requests: number;
  refused: number;
};

describe.skipIf(!MINUTES)(TITLE, () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let devtools: CDPSession;
  let people: ApiClient[];
  let app: App;
  let isOver = false;
  let latencies: number[] = [];
  let requests = 0;
  let refused = 0;
  let runs = 0;
  const streams = new AbortController();
  const samples: Sample[] = [];

  beforeAll(async () => {
    server = await startServer({ env: { METRICS_TOKEN } });
    people = [];
    for (let n = 0; n < PEOPLE; n++) people.push(await signUpOnboarded(server, nameOf(n), PASSWORD));
    browser = await chromium.launch(pageBrowserOptions());
    hydrateAllVisits(browser);
    page = await (await browser.newContext({ baseURL: server.url, locale: "en-US" })).newPage();
    await signUpPage(page);
    const name = appName("Counter");
    app = await uploadByApi(page, countingApp({ name }), { published: true });
    const { id } = await publish(page, appName("Count"), { appRef: { appId: app.id } });
    await page.goto(`/post/${id}`);
    devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
  });
  afterAll(async () => {
    streams.abort();
    await browser?.close();
    await server?.dispose();
  });

  /** An access token lasts a quarter of an hour. */
  const signIn = async (n: number) => {
    const as = person(n);
    const answer = await new ApiClient(server.url).call<{ accessToken: string }>("POST", "/v2/auth/login", {
      email: `${nameOf(n % PEOPLE)}@gum.test`,
      password: PASSWORD,
    });
    if (answer.status === 200) as.accessToken = answer.body.accessToken;
    return answer;
  };
  const openStream = async (person: ApiClient) => {
    const answer = await fetch(`${server.url}/api/realtime/v1/stream`, {
      headers: { authorization: `Bearer ${person.accessToken}` },
      signal: streams.signal,
    });
    const reader = answer.body!.getReader();
    while (!(await reader.read()).done);
  };
  /** A stream ends after some minutes; a client opens it again. */
  const keepStream = async (person: ApiClient) => {
    while (!isOver) await openStream(person).catch(() => setTimeout(1_000));
  };
  const repeat = async (everyMs: number, step: (n: number) => Promise<{ status: number }>) => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now();
      const { status } = await step(n).catch(() => ({ status: 0 }));
      requests++;
      if (status >= 400 || status === 0) refused++;
      await setTimeout(Math.max(0, everyMs - (performance.now() - began)));
    }
  };
  const person = (n: number) => people[n % PEOPLE]!;
  const posts: string[] = [];
  const read = async (n: number) => {
    const began = performance.now();
    const answer = await person(n).call("GET", "/v1/timeline?feed=all");
    latencies.push(performance.now() - began);
    return answer;
  };
  const like = (n: number) => {
    const postId = posts[posts.length - 1 - (n % Math.min(posts.length, 20))];
    const action = Math.floor(n / 20) % 2 ? "unlike" : "like";
    return postId
      ? person(n).call("POST", "/v1/reactions", { postId, action })
      : Promise.resolve({ status: 204 });
  };
  const post = async (n: number) => {
    const answer = await person(n).call<Post>("POST", "/v1/posts", { kind: "text", body: `Number ${n}` });
    if (answer.status === 201) posts.push(answer.body.id);
    return answer;
  };
  const save = (n: number) => {
    const changes = [{ area: "values", key: `k${n % 50}`, value: String(n) }];
    return person(n).call("PUT", `/apps/${app.id}/storage`, { changes });
  };
  /** New versions of one app: what nobody runs any more goes by a job. */
  const uploaded = new Map<number, string>();
  const upload = async (n: number) => {
    const gumFile = await makePackage(
      { name: "Soaked", version: `1.0.${n}` },
      { "n.txt": "x".repeat(20_000) + n },
    );
    const metadata = { appId: uploaded.get(n % PEOPLE) };
    const answer = await person(n).call<App>("POST", "/apps", uploadForm({ gumFile, metadata }));
    if (answer.status === 201) uploaded.set(n % PEOPLE, answer.body.id);
    return answer;
  };
  const run = async () => {
    await page.getByRole("button", { name: `Open ${app.name}` }).click();
    await appFrame(page).getByRole("heading", { name: "It runs" }).click();
    await page.getByRole("button", { name: `Close ${app.name}` }).click();
    await page.locator("[data-app-status]").waitFor({ state: "detached" });
    runs++;
    return { status: 200 };
  };

  /** JavaScript objects that are alive in the tab. Their bytes grow with compiled code, too. */
  const countObjects = async (): Promise<number> => {
    const objectGroup = "count";
    const { result: prototype } = await devtools.send("Runtime.evaluate", {
      expression: "Object.prototype",
      objectGroup,
    });
    const { objects } = await devtools.send("Runtime.queryObjects", {
      prototypeObjectId: prototype.objectId!,
      objectGroup,
    });
    const { result } = await devtools.send("Runtime.callFunctionOn", {
      objectId: objects.objectId!,
      functionDeclaration: "function () { return this.length }",
      returnByValue: true,
    });
    await devtools.send("Runtime.releaseObjectGroup", { objectGroup });
    return result.value as number;
  };
  const sample = async (minute: number): Promise<Sample> => {
    const text = await (
      await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text();
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1] ?? NaN);
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const tab = (name: string) => metrics.find((each) => each.name === name)?.value ?? NaN;
    const sorted = latencies.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN;
    const taken: Sample = {
      minute,
      rssMb: metric("process_resident_memory_bytes") / 2 ** 20,
      heapMb: metric("nodejs_heap_size_used_bytes") / 2 ** 20,
      handles: fs.readdirSync(`/proc/${server.pid()}/fd`).length,
      tabMb: tab("JSHeapUsedSize") / 2 ** 20,
      tabObjects: await countObjects(),
      tabNodes: tab("Nodes"),
      tabListeners: tab("JSEventListeners"),
      tabFrames: tab("Frames"),
      p50: at(0.5),
      p95: at(0.95),
      requests,
      refused,
    };
    [latencies, requests] = [[], 0];
    return taken;
  };
  const write = () => {
    const columns = Object.keys(samples[0]!) as (keyof Sample)[];
    const row = (cells: unknown[]) => `| ${cells.join(" | ")} |`;
    const rows = samples.map((each) => row(columns.map((column) => Math.round(each[column] * 10) / 10)));
    const head = [row(columns), row(columns.map(() => "---:"))];
    fs.writeFileSync(
      path.join(TEST_DIR, "soak.md"),
      `${[...head, ...rows].join("\n")}\n\n${runs} runs of apps\n`,
    );
  };

  it(
    "grows nowhere",
    async () => {
      const working = [
        ...Array.from({ length: STREAMS }, (_, n) => keepStream(person(n))),
        repeat(EVERY.read, read),
        repeat(EVERY.like, like),
        repeat(EVERY.post, post),
        repeat(EVERY.save, save),
        repeat(EVERY.upload, upload),
        repeat(EVERY.run, run),
        repeat(EVERY.signIn, signIn),
      ];
      for (let minute = 1; minute <= MINUTES; minute++) {
        await setTimeout(MINUTE_MS);
        samples.push(await sample(minute));
        write();
      }
      isOver = true;
      streams.abort();
      await Promise.all(working);

      const warm = samples.slice(Math.floor(samples.length * WARM));
      const third = Math.max(1, Math.floor(warm.length / 3));
      // The least of a while: what is above it is garbage that was not collected yet.
      const least = (of: Sample[], what: keyof Sample) => Math.min(...of.map((each) => each[what]));
      const grown = (what: keyof Sample) =>
        least(warm.slice(-third), what) / least(warm.slice(0, third), what);
      expect(samples.at(-1)!.refused).toBe(0);
      expect(runs).toBeGreaterThan(MINUTES);
      expect(grown("heapMb")).toBeLessThan(1.15);
      expect(grown("rssMb")).toBeLessThan(1.15);
      expect(grown("handles")).toBeLessThan(1.1);
      expect(grown("tabMb")).toBeLessThan(1.15);
      expect(grown("tabObjects")).toBeLessThan(1.05);
      expect(grown("tabNodes")).toBeLessThan(1.15);
      expect(grown("tabListeners")).toBeLessThan(1.15);
      expect(grown("tabFrames")).toBeLessThanOrEqual(1);
    },
    (MINUTES + 10) * MINUTE_MS,
  );
});
