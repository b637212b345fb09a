import fs from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, png, uploadForm } from "../support/apps";
import { startBucketServer } from "../support/bucket-server";
import { type TestServer, startServer } from "../support/server";

/** Files that no row names: the job `orphaned-files`, with each of the stores. */

const CRON_SECRET = "a-cron-secret-for-tests";
const TOKEN = "a-metrics-token-for-tests";
const OLD = new Date(Date.now() - 2 * 86_400_000);
const NAME = "f00dfeedf00dfeedf00dfeedf00dfeed";
/** A migration that this version does not know. */
const NEWER = "'zzzz', 'x', '99991231000000_newer', now(), now()";

type Stage = {
  env: Record<string, string>;
  /** The keys of the files, and where one lies on the disk. */
  keys: (server: TestServer) => string[];
  fileOf: (server: TestServer, key: string) => string;
  put: (server: TestServer, key: string) => Promise<void>;
  end: () => void;
};

const inFolder = (): Promise<Stage> => {
  const fileOf = ({ varDir }: TestServer, key: string) => {
    const [area, name] = key.split("/") as [string, string];
    return path.join(varDir, "files", area, name.slice(0, 2), name);
  };
  const keys = ({ varDir }: TestServer) =>
    fs
      .readdirSync(path.join(varDir, "files"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${path.basename(path.dirname(entry.parentPath))}/${entry.name}`);
  const put = async (server: TestServer, key: string) => {
    fs.mkdirSync(path.dirname(fileOf(server, key)), { recursive: true });
    fs.writeFileSync(fileOf(server, key), "left");
  };
  return Promise.resolve({ env: {}, keys, fileOf, put, end: () => undefined });
};

const inBucket = async (): Promise<Stage> => {
  const s3 = await startBucketServer(["gum"]);
  const { accessKeyId, secretAccessKey } = s3.credentials;
  const { AwsClient } = await import("aws4fetch");
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: "auto" });
  return {
    env: {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: "gum",
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    keys: () => s3.keys("gum"),
    fileOf: (_, key) => s3.fileOf("gum", key),
    put: async (_, key) => {
      await client.fetch(`${s3.endpoint}/gum/${key}`, { method: "PUT", body: "left" });
    },
    end: () => s3.stop(),
  };
};

describe.each([
  ["a folder", inFolder],
  ["a bucket", inBucket],
] as const)("files in %s that no row names", (_, open) => {
  let stage: Stage;
  let server: TestServer;
  let mika: ApiClient;

  beforeAll(async () => {
    stage = await open();
    server = await startServer({
      env: { ...stage.env, CRON_SECRET, METRICS_TOKEN: TOKEN, ORPHANED_FILES: "delete" },
    });
    mika = await signUpOnboarded(server);
    await mika.must("POST", "/apps", uploadForm({ gumFile: await makePackage({ name: "Kept" }) }));
    await mika.must("POST", "/media", await picture());
  });
  afterAll(async () => {
    await server?.dispose();
    stage?.end();
  });

  async function picture(): Promise<FormData> {
    const form = new FormData();
    form.set("file", new File([await png()], "red.png", { type: "image/png" }));
    return form;
  }
  const age = (key: string) => fs.utimesSync(stage.fileOf(server, key), OLD, OLD);
  const ageAll = () => stage.keys(server).forEach(age);

  /** Another pass, which would be due a day later. */
  async function run(): Promise<{ status: number; done?: number }> {
    await server.database.query("UPDATE operations SET succeeded_at = NULL WHERE name = 'orphaned-files'");
    const answer = await fetch(`${server.url}/api/cron/orphaned-files`, {
      headers: { authorization: `Bearer ${CRON_SECRET}` },
    });
    return { status: answer.status, done: ((await answer.json()) as { done?: number }).done };
  }

  it("deletes none that a row names, however old", async () => {
    ageAll();
    const before = stage.keys(server).sort();
    expect(before.length).toBeGreaterThan(2);
    expect(await run()).toEqual({ status: 200, done: 0 });
    expect(stage.keys(server).sort()).toEqual(before);
  });

  it("deletes what an upload left that ended between the write and the commit, once it is a day old", async () => {
    let before = new Set(stage.keys(server));
    const others = () => stage.keys(server).filter((key) => !before.has(key));
    const lock = new Client({ connectionString: server.database.url });
    await lock.connect();
    /** Until its row waits for the lock, which it does for 4.5 s at most. */
    const begin = async () => {
      await lock.query("BEGIN; LOCK TABLE media IN EXCLUSIVE MODE");
      const ended = mika.call("POST", "/media", await picture()).catch(() => null);
      await expect.poll(others).toHaveLength(1);
      return { ended };
    };
    // Whoever is about to commit keeps its file.
    const slow = await begin();
    expect(await run()).toEqual({ status: 200, done: 0 });
    await lock.query("ROLLBACK");
    await slow.ended;
    before = new Set(stage.keys(server));

    const upload = await begin();
    await server.kill9();
    await upload.ended;
    // A statement that waits goes on without its client.
    await server.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await lock.end();
    await server.start();

    const [left] = others();
    expect(await run()).toEqual({ status: 200, done: 0 });
    expect(others()).toEqual([left]);
    age(left!);
    expect(await run()).toEqual({ status: 200, done: 1 });
    expect(stage.keys(server).sort()).toEqual([...before].sort());
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(await metrics.text()).toContain('gum_orphaned_files_total{area="media",outcome="deleted"} 1');
  });

  it("deletes in every area, packages too, and leaves what moderators took away and what is nobody's", async () => {
    const taken = { package: "a".repeat(64), file: "b".repeat(32), held: "c".repeat(32) };
    const kept = [
      `packages/${taken.package}.gum`,
      `media/${taken.file}.webp`,
      `held/${taken.held}.webp`,
      "media/of/somebody-else.txt",
    ];
    const orphans = [
      ...["media", "apps", "held"].map((area) => `${area}/${NAME}.webp`),
      `packages/${NAME.repeat(2)}.gum`,
      `uploads/${NAME}.part`,
      `exports/${NAME}.bin`,
      `files/${NAME}.bin`,
    ];
    const [{ id: personId }] = (await server.database.query<{ id: string }>("SELECT id FROM users")) as [
      { id: string },
    ];
    const decisionId = uuidv7();
    await server.database.query(
      `INSERT INTO decisions (id, action, subject_type, subject_id, person_id, reason)
       VALUES ($1, 'remove', 'post', $1, $2, 'spam')`,
      [decisionId, personId],
    );
    const rows = [
      { table: "app_versions", rows: [{ package_sha256: taken.package }] },
      { table: "media", rows: [{ file_key: `media/${taken.file}.webp` }] },
    ];
    await server.database.query("INSERT INTO removals (decision_id, rows, files) VALUES ($1, $2, $3)", [
      decisionId,
      JSON.stringify(rows),
      [`media/${taken.held}.webp`],
    ]);
    const before = stage.keys(server);
    for (const key of [...kept, ...orphans]) await stage.put(server, key);
    for (const key of [...kept, ...orphans]) age(key);
    expect(await run()).toEqual({ status: 200, done: orphans.length });
    const found = stage.keys(server);
    for (const key of before) expect(found).toContain(key);
    for (const key of orphans) expect(found).not.toContain(key);
    for (const key of kept) expect(fs.existsSync(stage.fileOf(server, key)), key).toBe(true);
  });

  it("keeps what moderators gave back, while it is not yet moved", async () => {
    const [{ key }] = (await server.database.query<{ key: string }>(
      "SELECT file_key AS key FROM media ORDER BY id LIMIT 1",
    )) as [{ key: string }];
    const held = key.replace("media/", "held/");
    await stage.put(server, held);
    age(held);
    expect(await run()).toEqual({ status: 200, done: 0 });
    expect(stage.keys(server)).toContain(held);
  });

  it("deletes nothing that a newer version of the database may name", async () => {
    const key = `apps/${NAME}.webp`;
    await stage.put(server, key);
    age(key);
    await server.database.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at) VALUES (${NEWER})`,
    );
    expect(await run()).toEqual({ status: 200, done: 0 });
    await server.database.query("DELETE FROM _prisma_migrations WHERE id = 'zzzz'");
    expect(await run()).toEqual({ status: 200, done: 1 });
    expect(stage.keys(server)).not.toContain(key);
  });

  it("deletes nothing where a newer version arrives while it looks", async () => {
    const key = `files/${NAME}.bin`;
    await stage.put(server, key);
    age(key);
    const lock = new Client({ connectionString: server.database.url });
    await lock.connect();
    await lock.query("BEGIN; LOCK TABLE links IN ACCESS EXCLUSIVE MODE");
    const looking = run();
    const waiting = () =>
      server.database.query(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%removals%'`,
      );
    await expect.poll(waiting).toHaveLength(1);
    await server.database.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at) VALUES (${NEWER})`,
    );
    await lock.query("ROLLBACK");
    await lock.end();
    expect(await looking).toEqual({ status: 200, done: 0 });
    expect(stage.keys(server)).toContain(key);
    await server.database.query("DELETE FROM _prisma_migrations WHERE id = 'zzzz'");
    expect(await run()).toEqual({ status: 200, done: 1 });
  });

  it("deletes nothing where most files have no row", async () => {
    const left = Array.from({ length: 120 }, (_, n) => `media/${String(n).padStart(32, "0")}.webp`);
    for (const key of left) await stage.put(server, key);
    for (const key of left) age(key);
    expect((await run()).status).toBe(500);
    expect(stage.keys(server)).toEqual(expect.arrayContaining(left));
    expect(server.logs()).toContain("is this the database of these files?");
  });
});

it("files that no row names are counted only, unless the storage is the instance's alone", async () => {
  const server = await startServer({ env: { CRON_SECRET, METRICS_TOKEN: TOKEN } });
  try {
    const file = path.join(server.varDir, "files/media", NAME.slice(0, 2), `${NAME}.webp`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, "left");
    fs.utimesSync(file, OLD, OLD);
    const run = `${server.url}/api/cron/orphaned-files`;
    expect((await fetch(run, { headers: { authorization: `Bearer ${CRON_SECRET}` } })).status).toBe(200);
    expect(fs.existsSync(file)).toBe(true);
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(await metrics.text()).toContain('gum_orphaned_files_total{area="media",outcome="found"} 1');
  } finally {
    await server.dispose();
  }
});
