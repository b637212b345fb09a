import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { CreatedToken } from "@/lib/auth/token-contract";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** `gum publish` against a running instance, as a maker or a CI job uses it. */

let server: SharedServer;
let maker: ApiClient;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-publish-"));
const command = path.resolve(import.meta.dirname, "../../bin/gum.mjs");

beforeAll(async () => {
  server = sharedServer();
  maker = await signUpOnboarded(server);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function tokenWith(...scopes: string[]): Promise<string> {
  const body = { name: "CI", scopes, expiresInDays: 1 };
  return (await maker.must<CreatedToken>("POST", "/v2/auth/tokens", body)).token;
}

function gum(args: string[], token = ""): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: folder,
      env: { ...process.env, GUM_TOKEN: token },
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

const readApp = (id: string) => maker.must<App>("GET", `/apps/${id}`);

it("publishes a new app, then new versions of it", async () => {
  const token = await tokenWith("apps:publish");
  expect(await gum(["init", "dice"])).toMatchObject({ status: 0, stderr: "" });
  const first = await gum(["publish", "dice", "--to", server.url], token);
  expect(first).toMatchObject({ status: 0, stderr: "" });
  const id = /Published: dice 1\.0\.0, \S+\/apps\/([0-9a-f-]{36})\n$/.exec(first.stdout)?.[1] ?? "";
  expect(await readApp(id)).toMatchObject({ name: "dice", version: "1.0.0", isPublic: true });

  const again = await gum(["publish", "dice", "--to", server.url], token);
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining("[version_exists]") });

  const next = await gum(
    ["publish", "dice", "--to", server.url, "--version", "1.1.0", "--notes", "Rounder."],
    token,
  );
  expect(next.stdout).toContain(`Published: dice 1.1.0, ${server.url}/apps/${id}`);
  expect(await readApp(id)).toMatchObject({ version: "1.1.0", isPublic: true });
});

it("builds and publishes TypeScript from a fresh folder", async () => {
  const token = await tokenWith("apps:publish");
  expect(await gum(["init", "typed", "--template", "typescript"])).toMatchObject({ status: 0, stderr: "" });
  const publish = ["publish", "typed", "--to", server.url];
  expect(await gum(publish, token)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/Run "npm install" in \S+ first/),
  });
  const modules = path.join(folder, "typed/node_modules");
  fs.mkdirSync(modules);
  fs.symlinkSync(
    path.resolve(import.meta.dirname, "../../node_modules/esbuild"),
    path.join(modules, "esbuild"),
  );
  expect(await gum(["pack", "typed"])).toMatchObject({ status: 0, stderr: "" });
  expect(await gum(["check", "typed.gum"])).toMatchObject({ status: 0, stderr: "" });
  // The trial refuses an app that does not start.
  const { status, stdout } = await gum(publish, token);
  expect(status).toBe(0);
  const id = /Published: typed 1\.0\.0, \S+\/apps\/([0-9a-f-]{36})\n$/.exec(stdout)?.[1] ?? "";
  expect(await readApp(id)).toMatchObject({ name: "typed", isPublic: true });
});

it("leaves a draft unpublished, and sends a large one in parts", async () => {
  const token = await tokenWith("apps:publish");
  await gum(["init", "sketch", "--template", "canvas"]);
  fs.writeFileSync(path.join(folder, "sketch/noise.bin"), randomBytes(5 * 2 ** 20));
  const { status, stdout } = await gum(["publish", "sketch", "--to", server.url, "--draft"], token);
  expect(status).toBe(0);
  const id = /Uploaded, not published: .*\/apps\/([0-9a-f-]{36})\n$/.exec(stdout)?.[1] ?? "";
  expect((await readApp(id)).isPublic).toBe(false);
});

it("says what is wrong", async () => {
  await gum(["init", "wrong"]);
  const to = ["publish", "wrong", "--to"];
  expect(await gum([...to, server.url])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^GUM_TOKEN is not set/),
  });
  expect(await gum([...to, "http://gum.example"], "x")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/https/),
  });
  expect(await gum(["publish", "wrong"], "x")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^--to is missing/),
  });
  const nobody = `gum_pat_${"a".repeat(64)}`;
  expect(await gum([...to, server.url], nobody)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Refused: /),
  });
  const reader = await tokenWith("read");
  expect(await gum([...to, server.url], reader)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Refused: /),
  });
  expect(await gum([...to, "http://localhost:9"], nobody)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("cannot be reached"),
  });
  fs.writeFileSync(path.join(folder, "wrong/manifest.json"), "{");
  expect(await gum([...to, server.url], nobody)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Not published/),
  });
});
