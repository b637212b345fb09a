import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { Post } from "@/lib/posts/contract";
import type { AppStorageSnapshot } from "@/lib/storage/contract";
import { migrate } from "../../bin/launcher/migrate.mjs";
import { openPostgres } from "../../bin/launcher/postgres.mjs";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, uploadForm } from "../support/apps";
import { queryOf } from "../support/database";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy";
import { TEST_DIR, withClient } from "../support/postgres";
import { type TestServer, startServer } from "../support/server";

/** The server or its database ends at once while people save, post and upload; the database has its real settings. */
const SAVERS = 4;
/** So many saves are acknowledged in a round before the kill. */
const ENOUGH = 80;
const HOME = path.join(TEST_DIR, `crash-${process.pid}`);

/** A save that was tried when the victim died may be there or not. */
type Saver = { client: ApiClient; app: App; tried: number; acknowledged: number[] };

let postgres: Awaited<ReturnType<typeof openPostgres>>;
let proxy: DatabaseProxy;
let server: TestServer;
let savers: Saver[];
let author: ApiClient;

const startPostgres = () =>
  openPostgres({
    dir: path.join(HOME, "data"),
    password: "for-tests-only-0000",
    logFile: path.join(HOME, "postgres.log"),
  });

const uploadApp = async (client: ApiClient) =>
  client.call<App>("POST", "/apps", uploadForm({ gumFile: await makePackage({ name: "Crash" }) }));

beforeAll(async () => {
  fs.mkdirSync(HOME, { recursive: true });
  postgres = await startPostgres();
  await withClient(postgres.url, (client) => migrate(client));
  proxy = await startDatabaseProxy(postgres.url);
  server = await startServer({ env: { DATABASE_URL: proxy.url } });
  const people = { ...server, database: { ...server.database, query: queryOf(proxy.url) } };
  author = await signUpOnboarded(people);
  savers = await Promise.all(
    Array.from({ length: SAVERS }, async () => {
      const client = await signUpOnboarded(people);
      const { body: app } = await uploadApp(client);
      return { client, app, tried: 0, acknowledged: [] };
    }),
  );
});
afterAll(async () => {
  await server?.dispose();
  proxy?.close();
  await postgres?.stop();
  fs.rmSync(HOME, { recursive: true, force: true });
});

/** Repeats until an answer is missing or a refusal. */
async function untilItFails(step: () => Promise<{ status: number }>): Promise<void> {
  for (;;) {
    const answer = await step().catch(() => null);
    if (!answer || answer.status >= 300) return;
  }
}

async function save(saver: Saver) {
  const value = String(++saver.tried);
  const changes = ["first", "second", `save ${value}`].map((key) => ({ area: "values", key, value }));
  const answer = await saver.client.call("PUT", `/apps/${saver.app.id}/storage`, { changes });
  if (answer.status === 200) saver.acknowledged.push(saver.tried);
  return answer;
}

it.each(["server", "database", "server", "database"] as const)(
  "no acknowledged save, post or upload is lost and none is half done when the %s is killed",
  async (victim) => {
    const posts: Post[] = [];
    const apps: App[] = [];
    const before = savers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const writing = [
      ...savers.map((saver) => untilItFails(() => save(saver))),
      untilItFails(async () => {
        const answer = await author.call<Post>("POST", "/v1/posts", { kind: "text", body: "still here" });
        if (answer.status === 201) posts.push(answer.body);
        return answer;
      }),
      untilItFails(async () => {
        const answer = await uploadApp(author);
        if (answer.status === 201) apps.push(answer.body);
        return answer;
      }),
    ];
    const saved = () => savers.reduce((sum, { acknowledged }) => sum + acknowledged.length, -before);
    await expect.poll(saved, { interval: 5, timeout: 30_000 }).toBeGreaterThan(ENOUGH);
    await expect.poll(() => apps.length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);

    if (victim === "server") {
      await server.kill9();
      await Promise.all(writing);
      await server.start();
    } else {
      process.kill(postgres.pid, "SIGKILL");
      await Promise.all(writing);
      postgres = await startPostgres();
      proxy.mend(postgres.url);
      const isReady = async () => (await author.call("GET", "/ready").catch(() => null))?.status;
      await expect.poll(isReady, { timeout: 20_000 }).toBe(200);
    }

    for (const { client, app, tried, acknowledged } of savers) {
      const { entries, revision } = await client.must<AppStorageSnapshot>("GET", `/apps/${app.id}/storage`);
      const values = new Map(entries.map(({ key, value }) => [key, Number(value)]));
      const last = values.get("first")!;
      expect(values.get("second")).toBe(last);
      expect(last).toBeGreaterThanOrEqual(acknowledged.at(-1)!);
      expect(last).toBeLessThanOrEqual(tried);
      for (const each of acknowledged) expect(values.get(`save ${each}`), app.id).toBe(each);
      expect(revision).toBeGreaterThanOrEqual(acknowledged.length);
    }
    for (const { id } of posts) expect((await author.call("GET", `/posts/${id}`)).status).toBe(200);
    const rows = await queryOf(proxy.url)<{ id: string; hash: string }>(
      "SELECT a.id, v.package_sha256 AS hash FROM apps a LEFT JOIN app_versions v ON v.id = a.current_version_id",
    );
    const stored = new Map(rows.map(({ id, hash }) => [id, hash]));
    for (const { id } of apps) expect(stored.get(id)).toBeTruthy();
    // Whatever is there is whole, also what nobody was told of.
    for (const { id } of rows.filter(({ id }) => !savers.some(({ app }) => app.id === id))) {
      const file = await fetch(`${server.url}/api/apps/${id}/package`, {
        headers: { authorization: `Bearer ${author.accessToken}` },
      });
      expect(file.status).toBe(200);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  },
  60_000,
);
