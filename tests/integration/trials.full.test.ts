import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import { browserArguments } from "@/lib/apps/trial-browser.server";
import type { AppTrial, Trial } from "@/lib/apps/trial-contract";
import type { CreatedToken } from "@/lib/auth/token-contract";
import { ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, uploadForm, type Problem } from "../support/apps";
import { browserOptions, findBrowser } from "../support/browser.mjs";
import { startServer, type TestServer } from "../support/server";

/** Apps are opened in a real Chromium by the built server before they are published. */

const GUM = path.resolve(import.meta.dirname, "../../bin/gum.mjs");

let server: TestServer;
let maker: ApiClient;
/** Trials keep what they need in there. */
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gum-trials-"));

beforeAll(async () => {
  const env = { APP_TRIAL: "on", CHROMIUM_PATH: findBrowser()!, TMPDIR: temporary };
  server = await startServer({ env });
  maker = await signUpOnboarded(server);
});
afterAll(async () => {
  await server.dispose();
  fs.rmSync(temporary, { recursive: true, force: true });
});

let uploads = 0;

async function uploadPage(html: string, appId?: string, force?: boolean) {
  const gumFile = await makePackage(
    { name: `Tried ${++uploads}`, version: `1.${uploads}.0` },
    { "index.html": html },
  );
  return maker.call<App & Problem>("POST", "/apps", uploadForm({ gumFile, metadata: { appId, force } }));
}

async function makeApp(html: string): Promise<App> {
  const { status, body } = await uploadPage(html);
  expect(status).toBe(201);
  return body;
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title><body>${body}`;
const script = (code: string) => page(`<script>${code}</script>`);

const tryOut = async (app: App, again = false) =>
  (await maker.must<AppTrial>("POST", `/apps/${app.id}/trial`, { again })).trial!;
const publish = (app: App, force?: boolean) =>
  maker.call<App & Problem>("PATCH", `/apps/${app.id}/publish`, { isPublic: true, force });

/** What a trial has left: files, and processes whose profile is there. */
function leftovers(): string[] {
  const processes = execFileSync("ps", ["-A", "-ww", "-o", "args="], { encoding: "utf8" }).split("\n");
  const ofTrials = processes.filter((line) => line.includes(temporary));
  return [...ofTrials, ...fs.readdirSync(temporary).filter((name) => name.startsWith("gum-trial-"))];
}

describe("the trial of an app", () => {
  it("collects facts about one that starts, and shows them to people once it is public", async () => {
    const app = await makeApp(
      page(`<h1>Hello</h1><button>Press</button><script>localStorage.setItem("begun", "yes")</script>`),
    );
    const trial = await tryOut(app);
    expect(trial).toMatchObject({
      outcome: "started",
      cause: null,
      errors: [],
      hosts: [],
      packageBytes: app.packageBytes,
      files: 3,
      saves: true,
      fitsPhone: true,
      keyboard: true,
    });
    expect(trial.startMs).toBeGreaterThan(0);
    for (const url of [trial.pictures.desktop, trial.pictures.phone]) {
      const { status, headers } = await fetch(`${server.url}${url}`, {
        headers: { authorization: `Bearer ${maker.accessToken}` },
      });
      expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
    }
    const other = await signUpOnboarded(server);
    expect((await other.call("GET", `/apps/${app.id}/trial`)).status).toBe(404);
    const published = await publish(app);
    expect(published.status).toBe(200);
    expect((await other.must<AppTrial>("GET", `/apps/${app.id}/trial`)).trial).toEqual(trial);
    const guests = await (await fetch(published.body.shareUrl!)).text();
    expect(guests).toContain("Tried on");
    const shared = [...guests.matchAll(/<img[^>]* src="([^"]*\/trial\/[^"]*)"/g)].map(([, src]) => src!);
    expect(shared.map((src) => src.replace(/\?.*/, ""))).toEqual(
      ["desktop", "phone"].map((name) => `/api/apps/share/${published.body.shareId}/trial/${name}`),
    );
    for (const src of shared) expect((await fetch(`${server.url}${src}`)).status).toBe(200);
    // Without the link, and once it has ended, they take an account.
    expect((await fetch(`${server.url}${trial.pictures.desktop}`)).status).toBe(401);
    await maker.must("PATCH", `/apps/${app.id}/publish`, { isPublic: false });
    expect((await fetch(`${server.url}${shared[0]}`)).status).toBe(404);
    await maker.must("PATCH", `/apps/${app.id}/publish`, { isPublic: true });
    expect((await other.call("POST", `/apps/${app.id}/trial`, {})).status).toBe(403);
    await expect.poll(leftovers).toEqual([]);
  });

  it("is printed by gum publish, for a first version and the next one", async () => {
    const scopes = { name: "CI", scopes: ["apps:publish"], expiresInDays: 1 };
    const { token } = await maker.must<CreatedToken>("POST", "/v2/auth/tokens", scopes);
    const folder = path.join(temporary, "plums");
    fs.mkdirSync(folder);
    for (const [version, body, found] of [
      ["1.0.0", "<p>Plums</p>", "no errors"],
      ["1.1.0", "<p>Plums</p><script>console.error('no plums today')</script>", "1 error.\n  no plums today"],
    ] as const) {
      fs.writeFileSync(path.join(folder, "index.html"), page(body));
      const args = [GUM, "publish", folder, "--to", server.url, "--version", version];
      const env = { ...process.env, GUM_TOKEN: token };
      const { stdout } = await promisify(execFile)(process.execPath, args, { env });
      expect(stdout).toMatch(/^Tried: starts in \d+\.\d s; fits a phone;/m);
      expect(stdout).toContain(found);
    }
    fs.rmSync(folder, { recursive: true });
  });

  it("finds out what does not fit a phone and what the keyboard does not reach", async () => {
    const trial = await tryOut(await makeApp(page(`<div style="width: 900px">Wide</div>`)));
    expect(trial).toMatchObject({ outcome: "started", saves: false, fitsPhone: false, keyboard: false });
  });

  it("publishes one that throws at its start with force only", async () => {
    const app = await makeApp(script("throw new Error('no plums today')"));
    const refused = await publish(app);
    expect([refused.status, refused.body.code]).toEqual([409, "app_does_not_start"]);
    expect(refused.body.details).toMatchObject({ cause: "error" });
    expect(String(refused.body.details?.errors)).toContain("no plums today");
    expect((await maker.must<App>("GET", `/apps/${app.id}`)).isPublic).toBe(false);

    expect((await publish(app, true)).body.isPublic).toBe(true);
    const other = await signUpOnboarded(server);
    const { trial } = await other.must<AppTrial>("GET", `/apps/${app.id}/trial`);
    expect(trial).toMatchObject({ outcome: "failed", cause: "error", errorCount: 1, errors: [] });
  });

  it("refuses a new version of a published app that does not start, and keeps the one before", async () => {
    const app = await makeApp(page("<p>Sound</p>"));
    expect((await publish(app)).status).toBe(200);
    const broken = script("throw new Error('broken update')");
    const refused = await uploadPage(broken, app.id);
    expect([refused.status, refused.body.code]).toEqual([409, "app_does_not_start"]);
    expect((await maker.must<App>("GET", `/apps/${app.id}`)).version).toBe(app.version);
    const forced = await uploadPage(broken, app.id, true);
    expect([forced.status, forced.body.isPublic]).toEqual([201, true]);
  });

  it("of a new version is seen first by who asks for that, and nobody else sees its pictures", async () => {
    const app = await makeApp(page("<p>Before</p>"));
    await publish(app);
    const gumFile = (version: string, html: string) =>
      makePackage({ name: "Seen first", version }, { "index.html": html });
    const send = async (version: string, html: string, { path = "/apps?lookFirst=1", force = false } = {}) =>
      maker.call<App & Problem>(
        "POST",
        path,
        uploadForm({ gumFile: await gumFile(version, html), metadata: { appId: app.id, force } }),
      );
    const sound = page("<button>After</button>");
    const { status, body } = await send("9.1.0", sound);
    expect([status, body.code]).toEqual([409, "trial_unseen"]);
    const trial = body.details!.trial as Trial;
    expect(trial).toMatchObject({ outcome: "started", keyboard: true, fitsPhone: true, errors: [] });
    expect((await maker.must<App>("GET", `/apps/${app.id}`)).version).toBe(app.version);

    const picture = trial.pictures.phone!;
    const read = async (as: ApiClient, url = picture) =>
      (await fetch(`${server.url}${url}`, { headers: { authorization: `Bearer ${as.accessToken}` } })).status;
    expect(await read(maker)).toBe(200);
    const other = await signUpOnboarded(server);
    const theirs = await other.must<App>(
      "POST",
      "/apps",
      uploadForm({ gumFile: await gumFile("1.0.0", sound) }),
    );
    expect(await read(other)).toBe(404);
    expect(await read(maker, picture.replace(/v=[^&]+/, "v=x"))).toBe(404);
    expect(await read(maker, picture.replace(app.id, theirs.id))).toBe(404);
    expect(await read(maker, picture.replace(/package=\w+/, "package=x"))).toBe(400);

    const sent = await send("9.1.0", sound, { path: "/apps" });
    expect([sent.status, sent.body.version]).toEqual([201, "9.1.0"]);
    const broken = script("throw new Error('no plums today')");
    const failed = await send("9.2.0", broken);
    expect(failed.body.code).toBe("trial_unseen");
    expect(failed.body.details!.trial).toMatchObject({ outcome: "failed", cause: "error" });
    expect((await send("9.2.0", broken, { path: "/apps" })).body.code).toBe("app_does_not_start");
    expect((await send("9.2.0", broken, { path: "/apps", force: true })).body.version).toBe("9.2.0");
  });

  it("names the hosts that it asked for, and lets it reach none, not even on this machine", async () => {
    let reached = 0;
    const neighbour = http.createServer((_request, response) => void (reached++, response.end())).listen(0);
    await once(neighbour, "listening");
    const { port } = neighbour.address() as AddressInfo;
    const app = await makeApp(
      page(`<p>Far</p><img src="http://localhost:${port}/pixel.png"><script src="https://cdn.far.example/x.js"></script>
        <script>fetch("https://api.far.example/x").catch(() => {}); try { new WebSocket("wss://ws.far.example") } catch {}</script>`),
    );
    const { outcome, hosts } = await tryOut(app);
    neighbour.close();
    expect(outcome).toBe("started");
    expect(hosts).toEqual(
      expect.arrayContaining(["api.far.example", "cdn.far.example", `localhost:${port}`, "ws.far.example"]),
    );
    expect(reached).toBe(0);
  });

  it(
    "starts its browser so that no page in it reaches a neighbour of the instance",
    { timeout: 120_000 },
    async () => {
      let reached = 0;
      const neighbour = http.createServer((_request, response) => void (reached++, response.end("here")));
      await once(neighbour.listen(0), "listening");
      const { port } = neighbour.address() as AddressInfo;
      const options = browserOptions();
      const args = [...options.args, ...browserArguments([server.url])];
      const browser = await chromium.launch({ ...options, args, timeout: 60_000 });
      try {
        // A page each: the error page of one address would interrupt the way to the next.
        const visit = async (url: string) => (await browser.newPage()).goto(url);
        for (const host of ["localhost", "127.0.0.1", "[::1]"])
          await expect(visit(`http://${host}:${port}/`)).rejects.toThrow(/ERR_/);
        expect((await visit(`${server.url}/api/ready`))?.status()).toBe(200);
      } finally {
        await browser.close();
        neighbour.close();
      }
      expect(reached).toBe(0);
    },
  );

  it("takes nothing from the app's realm but yes and no, and no text that cannot be stored", async () => {
    const app = await makeApp(
      page(`<p>Here</p><script>
        eval = () => () => "x".repeat(1e6);
        console.error("half \\ud800 and \\0");
      </script>`),
    );
    const trial = await tryOut(app);
    expect(trial.outcome).toBe("started");
    for (const fact of [trial.fitsPhone, trial.keyboard]) expect([true, false, null]).toContain(fact);
    expect(trial.errors).toEqual(["half \ufffd and \ufffd"]);
  });

  it("goes on serving while an app floods its console", async () => {
    const app = await makeApp(
      script(`const text = "x".repeat(1e7); for (;;) console.log(text + Math.random());`),
    );
    const tried = tryOut(app);
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    expect((await tried).outcome).not.toBe("started");
    await expect.poll(leftovers).toEqual([]);
  });

  it("ends one that hangs, with its browser", async () => {
    const trial = await tryOut(await makeApp(script("while (true) {}")));
    expect(trial).toMatchObject({ outcome: "failed", pictures: { desktop: null, phone: null } });
    expect(["hangs", "slow"]).toContain(trial.cause);
    await expect.poll(leftovers).toEqual([]);
  });

  it("gives the app no way to this instance's API", async () => {
    const own = `${server.url}/api`;
    const app = await makeApp(
      page(`<p id="seen"></p><script>
        const seen = [];
        const note = (name, work) => Promise.resolve().then(work).then((x) => seen.push(name + " reached"), (error) => seen.push(name + " " + error.name));
        Promise.all([
          note("me", () => fetch("${own}/v2/users/me")),
          note("trial", () => fetch("${own}/trial/package?token=x")),
          note("parent", () => parent.location.hash),
          note("top", () => top.gumTrial()),
        ]).then(() => { throw new Error(seen.sort().join(", ")) });
      </script>Here`),
    );
    const trial = await tryOut(app);
    expect(trial.outcome).toBe("started");
    expect(String(trial.errors)).toContain(
      "me TypeError, parent SecurityError, top SecurityError, trial TypeError",
    );
  });

  it("takes no forged token, and signs nobody in with one", async () => {
    const token = maker.accessToken!;
    expect((await maker.call("GET", `/trial/package?token=${token}`)).status).toBe(404);
    const stranger = new ApiClient(server.url);
    expect((await stranger.call("GET", "/trial/package?token=forged")).status).toBe(404);
  });

  it("publishes where the browser cannot be used, and says so", async () => {
    await server.stop();
    await server.start({ CHROMIUM_PATH: "/bin/false" });
    const broken = await makeApp(script("throw new Error('nobody looks')"));
    expect(await tryOut(broken)).toMatchObject({ outcome: "untried", cause: "browser_failed" });
    expect((await publish(broken)).body.isPublic).toBe(true);
    await server.stop();
    await server.start({ CHROMIUM_PATH: "/nowhere/chromium" });
    // It is not asked again soon, unless its maker does.
    expect(await tryOut(broken)).toMatchObject({ cause: "browser_failed" });
    expect(await tryOut(broken, true)).toMatchObject({ outcome: "untried", cause: "no_browser" });
  });
});
