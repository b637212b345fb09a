import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LoginResponse, SignupResponse } from "@/lib/auth/contract";
import type { CreatedToken } from "@/lib/auth/token-contract";
import type { AppStorageSnapshot } from "@/lib/storage/contract";
import { ApiClient, signUpOnboarded } from "../support/api";
import { appCode, firstCode } from "../support/authenticator";
import { type TestServer, startServer } from "../support/server";
import { WebVisitor } from "../support/web-visitor";

/** A host replaces NEXTAUTH_SECRET on an instance that people use. */

const FIRST = "the-first-secret-for-tests-0123456789";
const SECOND = "the-second-secret-for-tests-0123456789";
const person = { email: "keeps@gum.test", username: "keeps", password: "a handful of words" };
const { email, password } = person;

let server: TestServer;
let browser: WebVisitor;
let client: ApiClient;
let refreshToken: string;
let bot: ApiClient;
let totpSecret: string;
let appId: string;
let knownAs: string;

const cookie = () => [...browser.cookies().values()].join();
const isSignedIn = async () => (await browser.call("GET", "/v2/users/me")).status === 200;
const idInApp = async () =>
  (await browser.call<AppStorageSnapshot>("GET", `/apps/${appId}/storage`)).body.personId;

/** The second factor's step `ahead`: each counts once. */
async function signInAnew(ahead: number): Promise<number> {
  const api = new ApiClient(server.url);
  const first = await api.call<{ details: { challenge: string } }>("POST", "/v2/auth/login", {
    email,
    password,
  });
  expect(first.status).toBe(401);
  const { challenge } = first.body.details;
  return (await api.call("POST", "/v2/auth/challenge", { challenge, code: appCode(totpSecret, ahead) }))
    .status;
}

beforeAll(async () => {
  server = await startServer({ seed: true, env: { NEXTAUTH_SECRET: FIRST } });
  client = await signUpOnboarded(server, person.username, password);
  browser = new WebVisitor(server.url);
  await browser.call("POST", "/v2/auth/login", { email, password });
  const login = await client.must<LoginResponse & SignupResponse>("POST", "/v2/auth/login", {
    email,
    password,
  });
  client.accessToken = login.accessToken;
  refreshToken = login.refreshToken!;
  const { token } = await client.must<CreatedToken>("POST", "/v2/auth/tokens", {
    name: "A bot",
    scopes: ["read"],
    expiresInDays: 30,
  });
  bot = new ApiClient(server.url, token);
  const { items } = await client.must<{ items: { id: string }[] }>("GET", "/apps/public?limit=1");
  appId = items[0]!.id;
  knownAs = await idInApp();
  totpSecret = (await client.must<{ secret: string }>("POST", "/v2/auth/factors", {})).secret;
  await client.must("POST", "/v2/auth/factors/confirm", { code: await firstCode(totpSecret) });
});
afterAll(() => server?.dispose());

describe("NEXTAUTH_SECRET", () => {
  it("is rotated without signing anybody out, and what is stored stays readable", async () => {
    await server.stop();
    await server.start({ NEXTAUTH_SECRET: SECOND, NEXTAUTH_SECRET_PREVIOUS: FIRST, DATA_SECRET: FIRST });
    expect(await isSignedIn()).toBe(true);
    expect((await client.call("GET", "/v2/users/me")).status).toBe(200);
    expect((await bot.call("GET", "/v2/users/me")).status).toBe(200);
    expect(await idInApp()).toBe(knownAs);
    expect(await signInAnew(0)).toBe(200);
    const before = cookie();
    expect((await browser.call("POST", "/v2/auth/refresh")).status).toBe(200);
    expect(cookie()).not.toBe(before);
  });

  it("is forgotten: what was renewed counts, what it signed does not", async () => {
    await server.stop();
    await server.start({ NEXTAUTH_SECRET_PREVIOUS: "" });
    expect(await isSignedIn()).toBe(true);
    expect((await bot.call("GET", "/v2/users/me")).status).toBe(200);
    expect(await idInApp()).toBe(knownAs);
    expect(await signInAnew(1)).toBe(200);
    // Signed with the first secret; the refresh token is stored, and gets a new one.
    expect((await client.call("GET", "/v2/users/me")).status).toBe(401);
    const renewed = await client.must<LoginResponse>("POST", "/v2/auth/refresh", { refreshToken });
    client.accessToken = renewed.accessToken;
    expect((await client.call("GET", "/v2/users/me")).status).toBe(200);
  });

  it("is not replaced without the secret that protects what is stored", async () => {
    await server.stop();
    await expect(server.start({ NEXTAUTH_SECRET_PREVIOUS: FIRST, DATA_SECRET: "" })).rejects.toThrow(
      "DATA_SECRET: must be set together with NEXTAUTH_SECRET_PREVIOUS",
    );
  });
});

describe("gum secret", () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "gum-secret-"));
  afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));
  const gum = (what: string, env: Record<string, string> = {}) =>
    spawnSync(process.execPath, ["bin/gum.mjs", "secret", what], {
      encoding: "utf8",
      env: { ...process.env, NEXTAUTH_SECRET: "", DATA_SECRET: "", VAR_DIR: dir, ...env },
    });
  const secrets = () =>
    JSON.parse(fs.readFileSync(path.join(dir, "secrets.json"), "utf8")) as Record<string, string>;

  it("rotates and forgets in secrets.json, and keeps what protects the data", () => {
    fs.writeFileSync(path.join(dir, "secrets.json"), JSON.stringify({ nextauthSecret: FIRST }));
    expect(gum("rotate").status).toBe(0);
    const once = secrets();
    expect(once).toMatchObject({ nextauthSecretPrevious: FIRST, dataSecret: FIRST });
    expect(once.nextauthSecret).not.toBe(FIRST);
    expect(gum("rotate").status).toBe(0);
    expect(secrets()).toMatchObject({ nextauthSecretPrevious: once.nextauthSecret, dataSecret: FIRST });
    expect(gum("forget").status).toBe(0);
    expect(secrets()).not.toHaveProperty("nextauthSecretPrevious");
    expect(secrets().dataSecret).toBe(FIRST);
    expect(fs.statSync(path.join(dir, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(gum("turn").status).toBe(2);
  });

  it("prints what to set where the secret is a setting", () => {
    const { stdout } = gum("rotate", { NEXTAUTH_SECRET: SECOND, DATA_SECRET: FIRST });
    expect(stdout).toMatch(/^NEXTAUTH_SECRET=[\w-]{43}$/m);
    expect(stdout).toContain(`NEXTAUTH_SECRET_PREVIOUS=${SECOND}\nDATA_SECRET=${FIRST}\n`);
  });
});
