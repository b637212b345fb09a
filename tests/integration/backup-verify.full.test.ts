import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signUpOnboarded } from "../support/api";
import { makePackage, uploadForm } from "../support/apps";
import { gum } from "../support/backups";
import { startBucketServer } from "../support/bucket-server";
import { type TestServer, startServer } from "../support/server";

/** `gum backup verify`: a backup that was restored once, and what the instance's metrics say about it. */

const PLACE = "s3://safe/gum";
const TOKEN = "a-metrics-token-for-tests";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-backup-verify-"));
let server: TestServer;
let s3: Awaited<ReturnType<typeof startBucketServer>>;

beforeAll(async () => {
  s3 = await startBucketServer(["safe"]);
  server = await startServer({ seed: true, env: { METRICS_TOKEN: TOKEN } });
  const mika = await signUpOnboarded(server);
  await mika.must("POST", "/apps", uploadForm({ gumFile: await makePackage({ name: "Kept" }) }));
});
afterAll(async () => {
  await server?.dispose();
  s3?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const env = (more: Record<string, string> = {}) => ({
  BACKUP_S3_ENDPOINT: s3.endpoint,
  BACKUP_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  DATABASE_URL: server.database.url,
  VAR_DIR: server.varDir,
  NEXTAUTH_SECRET: "a-secret-for-tests-only-0123456789",
  ...more,
});
const onServer = () => env({ BACKUP_CHECK_DATABASE_URL: process.env.TEST_POSTGRES_URL! });

/** When each step last went well and failed, as the metrics have it. */
async function times(): Promise<Record<string, number>> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = (await answer.text()).matchAll(
    /^gum_backup_last_(\w+)_timestamp_seconds\{step="(\w+)"\} (\S+)/gm,
  );
  return Object.fromEntries([...lines].map(([, result, step, at]) => [`${step} ${result}`, Number(at)]));
}

const scratchDatabases = () =>
  server.database.query("SELECT datname FROM pg_database WHERE datname LIKE 'gum_verify_%'");

it("restores the newest backup on a server, compares every row and file, and leaves nothing there", async () => {
  const began = Date.now() / 1_000;
  expect(await times()).toEqual({});
  expect((await gum(["backup", PLACE], env())).status).toBe(0);
  const { status, output } = await gum(["backup", "verify", PLACE], onServer());
  expect([status, output]).toMatchObject([
    0,
    expect.stringMatching(/\d{3,} rows were restored, \d+ files read/),
  ]);
  expect(output).not.toContain("Missing");
  expect(await scratchDatabases()).toEqual([]);
  const { "backup success": made, "check success": checked, ...failures } = await times();
  expect(Math.min(made!, checked!)).toBeGreaterThan(began);
  expect(failures).toEqual({ "backup failure": 0, "check failure": 0 });
});

it("needs no server, and takes an archive, too", async () => {
  const archive = path.join(folder, "gum.tar");
  expect((await gum(["backup", archive], env())).status).toBe(0);
  const left = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith("gum-verify-"));
  const before = left();
  const { status, output } = await gum(["backup", "verify", archive], env());
  expect([status, output]).toMatchObject([0, expect.stringContaining("all are the same")]);
  expect(left()).toEqual(before);
});

it("does not depend on how the server writes times and numbers", async () => {
  await server.database.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = ''Asia/Tokyo''', current_database());
       EXECUTE format('ALTER DATABASE %I SET datestyle = ''German''', current_database()); END $$`,
  );
  expect((await gum(["backup", PLACE], env())).status).toBe(0);
  expect(await gum(["backup", "verify", PLACE], onServer())).toMatchObject({ status: 0 });
  await server.database.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET ALL', current_database()); END $$`,
  );
});

it("fails, and notes it, where a file or a row is not what it was", async () => {
  const changed = async (kind: string) => {
    const name = s3.keys("safe").find((key) => key.startsWith(`gum/${kind}/`))!;
    const file = s3.fileOf("safe", name);
    const whole = fs.readFileSync(file);
    const bytes = Buffer.from(whole);
    bytes[bytes.length - 1]! ^= 1;
    fs.writeFileSync(file, bytes);
    const result = await gum(["backup", "verify", PLACE], onServer());
    fs.writeFileSync(file, whole);
    return result;
  };
  for (const kind of ["files", "objects"]) {
    const { status, output } = await changed(kind);
    expect([status, output]).toMatchObject([1, expect.stringContaining("checksum")]);
  }
  expect(await scratchDatabases()).toEqual([]);
  const { "check success": well, "check failure": failed } = await times();
  expect(failed!).toBeGreaterThan(well!);
});
