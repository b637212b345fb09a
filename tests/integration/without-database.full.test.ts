import { FunctionsRelayError } from "@supabase/supabase-js";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy";
import { hostedPerson } from "../support/hosted";
import { type TestServer, startServer } from "../support/server";
import { within } from "../support/within";

/** A request waits five seconds for the database. */
const ANSWER_MS = 15_000;

let server: TestServer;
let database: DatabaseProxy;

beforeAll(async () => {
  database = await startDatabaseProxy(process.env.DATABASE_URL!);
  server = await startServer({ env: { DATABASE_URL: database.url } });
});
afterAll(async () => {
  await server?.dispose();
  database?.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { redirect: "manual", headers });

it("the auth screens say that nobody can sign in, other pages are 503, and all is well again afterwards", async () => {
  expect(await (await get("/login")).text()).toContain('name="password"');
  const person = await hostedPerson(server);
  database.cut();
  await expect.poll(async () => (await get("/outbox")).status).toBe(503);

  for (const path of ["/login", "/signup"]) {
    const page = await get(path);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain("Signing in is not possible right now.");
    expect(text).not.toContain('name="password"');
  }
  const shared = "/app/share/AAAAAAAAAAAAAAAAAAAAAA";
  const japanese = await get(shared, { "accept-language": "ja" });
  expect(japanese.status).toBe(503);
  expect(japanese.headers.get("retry-after")).toBe("5");
  expect(japanese.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(await japanese.text()).toContain("データベースに接続できません。");

  const claims = { sub: "0190a0a0-0000-7000-8000-000000000000", sid: "0190a0a0-0000-7000-8000-000000000001" };
  const token = await encode({
    token: { ...claims, onboarded: true },
    secret: "a-secret-for-tests-only-0123456789",
  });
  const cookie = `next-auth.session-token=${token}`;
  for (const path of [
    "/",
    "/timeline",
    "/playground",
    "/docs/gum",
    "/auth/recover",
    shared,
    "/no-such-page",
  ]) {
    expect([200, 307, 503], path).toContain((await get(path)).status);
    expect((await within(ANSWER_MS, () => get(path, { cookie }))).status, path).toBe(503);
  }
  expect((await get("/playground")).status).toBe(200);
  expect((await get("/docs/gum")).status).toBe(200);
  expect((await get("/api/health")).status).toBe(200);
  for (const path of ["/api/v2/auth/me", "/api/v1/timeline", "/api/ready"])
    expect((await within(ANSWER_MS, () => get(path, { cookie }))).status, path).toBe(503);
  const login = await fetch(`${server.url}/api/v2/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "somebody@gum.test", password: "whatever it is" }),
  });
  expect(login.status).toBe(503);
  expect(await login.json()).toMatchObject({ code: "unavailable" });
  // Clients tell a failure of the instance from one of the function.
  const { error } = await person.client.functions.invoke("package-check", { body: new Blob(["x"]) });
  expect(error).toBeInstanceOf(FunctionsRelayError);
  expect((await person.client.from("posts").select("id")).error).toMatchObject({ code: "unavailable" });

  database.mend();
  await expect.poll(async () => (await get("/outbox")).status).toBe(200);
  expect(await (await get("/login")).text()).toContain('name="password"');
});

it("a database that hangs costs a request seconds, not minutes, and nothing afterwards", async () => {
  const statusOf = async (path: string) => {
    const response = await within(ANSWER_MS, () => get(path));
    return [response.status, response.headers.get("content-type")?.split(";")[0]];
  };
  database.freeze();
  const [ready, login] = await Promise.all([
    statusOf("/api/ready"),
    within(ANSWER_MS, () =>
      fetch(`${server.url}/api/v2/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "somebody@gum.test", password: "whatever it is" }),
      }),
    ),
  ]);
  expect(ready).toEqual([503, "application/json"]);
  expect(login.status).toBe(503);
  expect(await login.json()).toMatchObject({ code: "unavailable" });
  expect((await statusOf("/outbox"))[0]).toBe(503);
  database.thaw();
  await expect.poll(() => statusOf("/api/ready")).toEqual([200, "application/json"]);
  expect(await (await get("/api/ready")).json()).toEqual({
    ready: true,
    causes: [],
    database: "ok",
    schema: "ok",
    files: "ok",
    draining: false,
  });
});

it("a database without this build's migrations is not ready, one with newer ones is", async () => {
  const rows = await db().$queryRaw<
    { name: string }[]
  >`SELECT max(migration_name) AS name FROM _prisma_migrations`;
  const last = rows[0]!.name;
  const rename = (from: string, to: string) =>
    db().$executeRaw`UPDATE _prisma_migrations SET migration_name = ${to} WHERE migration_name = ${from}`;
  const schema = async () => {
    const response = await get("/api/ready");
    return [response.status, ((await response.json()) as { schema: string }).schema];
  };
  await rename(last, "20200101000000_other");
  expect(await schema()).toEqual([503, "behind"]);
  await rename("20200101000000_other", last);
  await db().$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES (${crypto.randomUUID()}, '', '29990101000000_newer', now())`;
  expect(await schema()).toEqual([200, "ahead"]);
});
