/**
 * A stage for the sandbox: the run document and the host as they are, served by a bare HTTP server, so that apps can be tried
 * in a real browser without the rest of the product. The shell is on localhost, its frames are on 127.0.0.1, as at home.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import * as esbuild from "esbuild";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright";
import { frameOriginsOf } from "@/lib/config/origins";
import { denyAll } from "@/lib/sandbox/protocol/denied-features";
import { runDocument } from "@/lib/sandbox/frame/document";
import { browserOptions } from "./browser.mjs";
import { HOST_ENTRY } from "./sandbox-host-entry";
import { serveFile } from "./stage-files";

const ROOT = path.resolve(import.meta.dirname, "../..");

export type Files = Record<string, string | Uint8Array>;

export interface StageApp {
  id?: string;
  files: Files;
  /** A package that the host fetches, instead of the files. */
  packed?: { url: string; sha256?: string; bytes?: number };
  /** Fields of the manifest beside name, version and entry. */
  manifest?: Record<string, unknown>;
  keep?: "account" | "browser" | "memory";
  /** What its databases may take on the device; without it nothing is kept there. */
  deviceBytes?: number;
  restored?: string | null;
  /** A composer for `gum.share` and `gum.compose`. */
  shares?: boolean;
  /** What the app starts from. */
  moment?: { state: string; href: string };
  /** Where the app starts. */
  address?: { path?: string; query: string; hash: string };
  /** A server that answers `gum.fetch` with what it was asked; without it the host has none. */
  wired?: boolean;
  /** A post for `gum.card`. */
  showsCards?: boolean;
  notifies?: boolean;
  /** The id of a room that the stage keeps; see `stage.room`. */
  room?: string;
}

/** The server's side of a room of the stage. */
interface StageRoom {
  /** What the app has sent, in order. */
  sent: Record<string, unknown>[];
  /** What it has sent to the channel, base64. */
  channel: string[];
  snapshot: { serial: number; state: string } | null;
  unsent: object[];
  settle(key: string, serial: number | null, code?: string): void;
  /** While it is set, sends wait for it. */
  held: Promise<void> | null;
  people: { address: string; name: string; isOwner: boolean }[];
  append(from: string, content: { payload: string; [field: string]: unknown }): { serial: number };
  hear(from: string, messages: string[]): void;
  setStatus(isClosed: boolean, refused: string | null): void;
  compact(serial: number, state: string): void;
}

export interface StageEvent {
  type: string;
  [field: string]: unknown;
}

export interface Stage {
  origin: string;
  /** A page with no other page's cookies or storage; in a lasting profile, one more tab. */
  page(): Promise<Page>;
  /** One more tab beside others, which costs less. */
  tab(): Promise<Page>;
  /** A shell page with a host in it. */
  open(): Promise<ShellPage>;
  /** The same in a page that is there already. */
  shellIn(page: Page): Promise<ShellPage>;
  /**
   * Keeps a page that `/open?{id}` serves plainly, `/bare?{id},…` in frames with a run's headers and attributes and no code of ours.
   */
  offer(html: (nonce: string) => string): string;
  /** Requests that reached the stage's own server, by path. */
  requests: string[];
  close(): Promise<void>;
}

export class ShellPage {
  constructor(readonly page: Page) {}

  /** Runs an app until its load has passed (or it failed) and gives the events so far. */
  async run(app: StageApp, { settleMs = 150, loadMs = 30_000 } = {}): Promise<StageEvent[]> {
    await this.page.evaluate((spec) => window.stage.run(spec), packed(app));
    await this.page
      .waitForFunction(() => window.stage.settled(), undefined, { timeout: loadMs })
      .catch(() => {});
    await this.page.waitForTimeout(settleMs);
    return this.events();
  }

  /** Runs apps side by side, each in an element of the class `together`, until each has loaded or failed, or `waitMs` is over. */
  runTogether(apps: readonly StageApp[], waitMs: number): Promise<void> {
    return this.page.evaluate(([specs, ms]) => window.stage.runTogether(specs, ms), [
      apps.map(packed),
      waitMs,
    ] as const);
  }

  events(): Promise<StageEvent[]> {
    return this.page.evaluate(() => window.stage.events as StageEvent[]);
  }

  /** Evaluates in the app's own realm. */
  async inside<T>(script: string): Promise<T> {
    const element = await this.page.$("#place iframe");
    const frame = await element!.contentFrame();
    return frame!.evaluate(script) as Promise<T>;
  }

  /** Lines that the app wrote with `console.log("RESULT", json)`. */
  async results(): Promise<unknown[]> {
    const events = await this.events();
    return events
      .filter((event) => event.type === "console" && String(event.text).startsWith("RESULT "))
      .map((event) => JSON.parse(String(event.text).slice(7)) as unknown);
  }

  /** The same once there are so many of them, or after `waitMs`. */
  async resultsFrom(count: number, waitMs = 60_000): Promise<unknown[]> {
    for (const until = Date.now() + waitMs; Date.now() < until; await this.page.waitForTimeout(25)) {
      const found = await this.results();
      if (found.length >= count) return found;
    }
    return this.results();
  }

  problems(events: StageEvent[]): string[] {
    return events
      .filter((event) => event.type === "problem")
      .map((event) => (event.problem as { message: string }).message);
  }
}

export interface PackedApp extends Omit<StageApp, "files"> {
  files: [name: string, base64: string][];
}

export function packed(app: StageApp): PackedApp {
  return {
    ...app,
    files: Object.entries(app.files).map(([name, content]) => [
      name,
      Buffer.from(content).toString("base64"),
    ]),
  };
}

declare global {
  interface Window {
    stage: {
      events: unknown[];
      run(app: PackedApp): Promise<void>;
      runTogether(apps: PackedApp[], waitMs: number): Promise<void>;
      settled(): boolean;
      warmUp(): void;
      room(id: string): StageRoom;
      runner: {
        restart(): Promise<void>;
        suspend(): Promise<string | null>;
        destroy(): Promise<void>;
        focus(): void;
        cover(covered: boolean): void;
        visit(address: { path?: string; query: string; hash: string }): void;
        status: { status: string };
      };
      dialogs: { kind: string; message: string }[];
      answers: Record<string, unknown>;
      saved: { name: string; size: number }[];
      /** What was sent by `gum.card`. */
      cards: unknown[];
      /** What was sent by `gum.share` and `gum.compose`. */
      moments: unknown[];
      /** What was sent by `gum.notify`. */
      notices: unknown[];
      /** What `gum.fetch` led to, and what the person allowed. */
      egress: { url: string; method: string }[];
      grants: { hosts: string[]; profile: boolean };
      leaksAccepted: boolean;
    };
  }
}

export interface StageOptions {
  /** Gives the browser; without it the stage launches one of its own. */
  connect?: () => Promise<Browser>;
  args?: string[];
  /** Of Playwright's own arguments, those to leave out. */
  withoutArgs?: string[];
  /** Folder of a lasting profile: some things no browser does in a private window. */
  profile?: string;
  /** TypeScript that joins the host's code: it may use what that imports, and `stage`. */
  hostCode?: string;
  /** Served below /files/; frames may be made of them too. */
  files?: Record<string, Uint8Array>;
}

/** What a browser finds on the stage. */
export async function serveStage(
  options: Pick<StageOptions, "hostCode" | "files"> = {},
): Promise<Pick<Stage, "origin" | "offer" | "requests" | "close">> {
  const hostCode = await bundleHost(options.hostCode);
  const requests: string[] = [];
  const offered: ((nonce: string) => string)[] = [];
  const stored = new Map<string, Map<string, { area: string; key: string; value: string }>>();
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const { range } = request.headers;
    requests.push(url.pathname + url.search + (range ? ` ${range}` : ""));
    if (url.pathname === "/sandbox/run") return serveRun(url, request, response);
    const page = offered[Number(url.search.slice(1))];
    if (url.pathname === "/open" && page) {
      return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(""));
    }
    if (url.pathname === "/bare/run" && page) return serveBare(url, page, request, response);
    if (url.pathname === "/host.js")
      return void response.writeHead(200, { "content-type": "text/javascript" }).end(hostCode);
    const file = url.pathname.startsWith("/files/") ? options.files?.[url.pathname.slice(7)] : undefined;
    if (file) return serveFile(url, file, request, response);
    if (url.pathname.startsWith("/storage/"))
      return void serveStorage(url.pathname.slice(9).replace(/\/claim$/, ""), stored, request, response);
    if (url.pathname !== "/" && url.pathname !== "/bare") return void response.writeHead(404).end();
    const frames = `http://127.0.0.1:${port}`;
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; frame-src ${frames}${url.pathname === "/bare" ? "/bare/run" : "/sandbox/run"}${options.files ? ` ${frames}/files/` : ""}; worker-src blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    });
    response.end(
      url.pathname === "/bare" ? bareShell(`${frames}/bare/run`, url.search.slice(1).split(",")) : SHELL,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    requests,
    offer: (html) => String(offered.push(html) - 1),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const served = await serveStage(options);
  const { origin } = served;
  const browser = await launch(options);
  const shellIn = async (page: Page): Promise<ShellPage> => {
    await page.goto(origin);
    await page.waitForFunction(() => Boolean(window.stage));
    return new ShellPage(page);
  };
  return {
    ...served,
    page: browser.page,
    tab: browser.tab,
    open: async () => shellIn(await browser.page()),
    shellIn,
    async close() {
      await browser.close();
      await served.close();
    },
  };
}

const SHELL = `<!DOCTYPE html><html><head><meta charset="utf-8"><style>body{margin:0}#place{position:absolute;inset:60px 0 0}iframe{border:0;width:100%;height:100%;background:#fff}.together{display:inline-block;width:300px;height:200px}</style></head><body><input id="shell-input"><button id="shell-button">Shell</button><div id="place"></div><script src="/host.js"></script></body></html>`;

interface Opened {
  page(): Promise<Page>;
  tab(): Promise<Page>;
  close(): Promise<void>;
}

async function launch({
  connect,
  args: more = [],
  withoutArgs = [],
  profile,
}: StageOptions): Promise<Opened> {
  const options = await browserOptions();
  const args = [...(options.args ?? []).filter((arg) => !withoutArgs.includes(arg)), ...more];
  const all = { ...options, args, ignoreDefaultArgs: withoutArgs };
  if (profile) {
    const context = await chromium.launchPersistentContext(profile, { ...all, acceptDownloads: false });
    return { page: () => context.newPage(), tab: () => context.newPage(), close: () => context.close() };
  }
  const browser = await (connect ? connect() : chromium.launch(all));
  const page = async (): Promise<Page> => {
    const context = await browser.newContext();
    const made = await context.newPage();
    made.on("close", () => void context.close().catch(() => {}));
    return made;
  };
  let beside: Promise<BrowserContext> | null = null;
  const tab = async (): Promise<Page> => (await (beside ??= browser.newContext())).newPage();
  return { page, tab, close: () => browser.close() };
}

function bareShell(src: string, ids: readonly string[]): string {
  const frames = ids.map(
    (id) =>
      `<iframe class="together" width="300" height="200" sandbox="allow-scripts" allow="${denyAll(true)}" referrerpolicy="no-referrer" src="${src}?${id}"></iframe>`,
  );
  return `<!DOCTYPE html><meta charset="utf-8">${frames.join("")}`;
}

/** The headers of a run, with eval allowed, around a page of the test's own. */
function serveBare(
  url: URL,
  page: (nonce: string) => string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  const origins = frameOriginsOf({
    host: request.headers.host ?? null,
    appUrl: `http://localhost:${url.port}`,
    configured: undefined,
  });
  const made = runDocument({ params: new URLSearchParams("eval=1&on=1"), ...origins!, egressOrigin: null })!;
  const headers: Record<string, string[]> = {};
  for (const [name, value] of made.headers) (headers[name] ??= []).push(value);
  const nonce = /'nonce-([^']+)'/.exec(headers["content-security-policy"]![0]!)![1]!;
  response.writeHead(200, headers).end(page(nonce));
}

function serveRun(url: URL, request: http.IncomingMessage, response: http.ServerResponse): void {
  const origins = frameOriginsOf({
    host: request.headers.host ?? null,
    appUrl: `http://localhost:${url.port}`,
    configured: undefined,
  });
  const document = origins && runDocument({ params: url.searchParams, ...origins, egressOrigin: null });
  if (!document) return void response.writeHead(400).end();
  const headers: Record<string, string[]> = {};
  for (const [name, value] of document.headers) (headers[name] ??= []).push(value);
  response.writeHead(200, headers).end(document.html);
}

type Stored = Map<string, { area: string; key: string; value: string }>;

async function serveStorage(
  id: string,
  all: Map<string, Stored>,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (id === "broken") return void response.writeHead(500).end();
  let stored = all.get(id);
  if (!stored) all.set(id, (stored = new Map()));
  if (request.method === "PUT") {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { changes } = JSON.parse(Buffer.concat(chunks).toString()) as {
      changes: { area: string; key: string | null; value: string | null }[];
    };
    for (const { area, key, value } of changes) {
      if (key === null) for (const id of [...stored.keys()]) if (id.startsWith(`${area} `)) stored.delete(id);
      if (key === null) continue;
      if (value === null) stored.delete(`${area} ${key}`);
      else stored.set(`${area} ${key}`, { area, key, value });
    }
  }
  const body = {
    revision: 1,
    personId: `person-of-${id}`,
    takenFrom: null,
    holder: null,
    usedBytes: 0,
    quotaBytes: 10 * 1024 * 1024,
    entries: [...stored.values()],
    saves: [],
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function bundleHost(more = ""): Promise<string> {
  const result = await esbuild.build({
    stdin: { contents: HOST_ENTRY + more, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    absWorkingDir: ROOT,
    tsconfig: path.join(ROOT, "tsconfig.json"),
    define: { "process.env.NODE_ENV": '"test"' },
    logLevel: "warning",
  });
  return result.outputFiles[0]!.text;
}
