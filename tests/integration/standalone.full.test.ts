import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { AppTrial } from "@/lib/apps/trial-contract";
import type { Exports } from "@/lib/exports/contract";
import type { PostMedia } from "@/lib/posts/contract";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { signInByForm } from "../support/accounts";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, png, uploadForm } from "../support/apps";
import { browserOptions, findBrowser } from "../support/browser.mjs";
import { createDatabase, type TestDatabase } from "../support/database";
import { buildStandalone, copyImage, plainEnvironment } from "../support/standalone-build";

/** `output: "standalone"`, from a folder that has only what the Dockerfile copies: no sources, and no node_modules above it. */

const CRON_SECRET = "a-cron-secret-for-tests";
const PASSWORD = "a password of somebody";

describe("the image of the Dockerfile", () => {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gum-image-"));
  const image = path.join(temporary, "image");
  const children: ChildProcess[] = [];
  let output = "";
  let database: TestDatabase;
  let env: NodeJS.ProcessEnv;
  let url: string;
  let mika: ApiClient;

  const begin = (args: string[], further: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, { cwd: image, env: { ...env, ...further } });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
    children.push(child);
    return child;
  };
  const gum = (...args: string[]) =>
    execFileSync(process.execPath, ["bin/gum.mjs", ...args], { cwd: image, env, encoding: "utf8" });
  const untilOk = (address: string) =>
    vi.waitFor(
      async () => {
        const answer = await fetch(address).catch(() => null);
        if (!answer?.ok) throw new Error(`${address} answers ${answer?.status}:\n${output}`);
      },
      { timeout: 120_000, interval: 100 },
    );

  beforeAll(async () => {
    const build = path.join(temporary, "build");
    fs.mkdirSync(build);
    buildStandalone(build);
    fs.mkdirSync(image);
    copyImage(build, image);
    // What a path of the build leads to must not be found.
    fs.rmSync(build, { recursive: true });

    database = await createDatabase("template0");
    const port = await freePort();
    url = `http://localhost:${port}`;
    env = {
      ...plainEnvironment(),
      PORT: String(port),
      HOSTNAME: "127.0.0.1",
      APP_URL: url,
      DATABASE_URL: database.url,
      NEXTAUTH_SECRET: "a-secret-for-tests-only-0123456789",
      VAR_DIR: path.join(temporary, "var"),
      CHROMIUM_PATH: findBrowser()!,
      CRON_SECRET,
    };
    gum("migrate");
    begin(["server.js"]);
    await untilOk(`${url}/api/ready`);
    mika = await signUpOnboarded({ url, database }, "mika", PASSWORD);
  }, 1_800_000);
  afterAll(async () => {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    }
    await database?.drop();
    fs.rmSync(temporary, { recursive: true, force: true });
  });

  it("re-encodes pictures", async () => {
    const form = new FormData();
    form.set("file", new File([await png()], "red.png", { type: "image/png" }));
    const picture = await mika.must<PostMedia>("POST", "/media", form);
    const answer = await fetch(new URL(picture.url, url));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
  });

  it("tries an app in a browser, in the frame that it serves", async () => {
    const html = "<!doctype html><html lang=en><title>A page</title><h1>Hello</h1>";
    const gumFile = await makePackage({ name: "Tried" }, { "index.html": html });
    const app = await mika.must<App>("POST", "/apps", uploadForm({ gumFile }));
    const { trial } = await mika.must<AppTrial>("POST", `/apps/${app.id}/trial`, {});
    expect(trial).toMatchObject({ outcome: "started", errors: [] });
  });

  it("works off its queues, and runs jobs", async () => {
    await mika.must("POST", "/v2/users/me/exports");
    const newest = async () => (await mika.must<Exports>("GET", "/v2/users/me/exports")).items[0]?.status;
    await expect.poll(newest).toBe("ready");
    expect(gum("jobs", "list")).toContain("exports: 0 queued, 0 running, 0 dead");
    const headers = { authorization: `Bearer ${CRON_SECRET}` };
    expect((await fetch(`${url}/api/cron/all`, { headers })).status).toBe(200);
  });

  it("signs somebody in, and shows the pages that read files when they are shown", async () => {
    const browser = await chromium.launch(browserOptions());
    try {
      const page = await browser.newPage();
      const failed: string[] = [];
      page.on("response", (answer) => {
        if (answer.status() === 404 || answer.status() >= 500)
          failed.push(`${answer.status()} ${answer.url()}`);
      });
      await page.goto(`${url}/login`);
      await signInByForm(page, { username: "mika", email: "mika@gum.test", password: PASSWORD });
      await page.waitForURL((address) => !address.pathname.startsWith("/login"));
      for (const address of ["/", "/store", "/docs/package-format", "/terms"]) {
        await page.goto(url + address);
        await expect.poll(() => page.getByRole("heading").count(), { message: address }).toBeGreaterThan(0);
      }
      expect(failed).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it("has the commands beside the server", async () => {
    const port = String(await freePort());
    begin(["bin/realtime.mjs"], { GUM_URL: url, REALTIME_PORT: port });
    await untilOk(`http://127.0.0.1:${port}/health`);
    const archive = path.join(temporary, "backup.tar");
    gum("backup", archive);
    expect(fs.statSync(archive).size).toBeGreaterThan(0);
    const cron = begin(["bin/cron.mjs", "minutely"], { GUM_URL: url });
    expect((await once(cron, "exit"))[0]).toBe(0);
  });
});
