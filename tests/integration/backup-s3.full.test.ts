import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, png, uploadForm } from "../support/apps";
import { filesIn, gum, rowsOf, rulesOf, secretsIn, withDatabaseIn } from "../support/backups";
import { startBucketServer } from "../support/bucket-server";
import { type TestServer, startServer } from "../support/server";

/** `gum backup s3://…`: backups in a bucket that share what they have in common. */

const PLACE = "s3://safe/gum";
const FILES = "s3-files";
const SECRET = "a-secret-for-tests-only-0123456789";

let folder: string;
let server: TestServer;
let mika: ApiClient;
let s3: Awaited<ReturnType<typeof startBucketServer>>;

beforeAll(async () => {
  server = await startServer({ seed: true });
  mika = await signUpOnboarded(server);
  await mika.must("POST", "/apps", uploadForm({ gumFile: await makePackage({ name: "Kept" }) }));
});
afterAll(() => server?.dispose());
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-backup-s3-"));
  s3 = await startBucketServer(["safe", FILES]);
});
afterEach(() => {
  s3.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function writePost(body: string): Promise<string> {
  const form = new FormData();
  const color = `#${String(Math.random()).slice(2, 8)}`;
  form.set("file", new File([await png(40, 40, color)], "a.png", { type: "image/png" }));
  const { id } = await mika.must<{ id: string }>("POST", "/media", form);
  return (await mika.must<{ id: string }>("POST", "/v1/posts", { kind: "text", body, media: [{ id }] })).id;
}

const safe = () => ({
  BACKUP_S3_ENDPOINT: s3.endpoint,
  BACKUP_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
});
const instance = () => ({
  ...safe(),
  DATABASE_URL: server.database.url,
  VAR_DIR: server.varDir,
  NEXTAUTH_SECRET: SECRET,
});
/** Settings of an instance whose files are in the same store. */
const filesInStore = () => ({
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: FILES,
  S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
});

/** @returns the time of the new backup, and what was sent for it */
async function backUp(env: Record<string, string> = instance(), ...options: string[]) {
  s3.requests.length = 0;
  const { status, output } = await gum(["backup", PLACE, ...options], env);
  expect([status, output]).toMatchObject([0, expect.not.stringContaining("Missing")]);
  const puts = s3.requests.filter(({ method }) => method === "PUT");
  return {
    time: /@(\S+):/.exec(output)![1]!,
    output,
    requests: s3.requests.length,
    copies: puts.filter(({ isCopy }) => isCopy).length,
    files: puts.filter(({ path, isCopy }) => path.includes("/files/") && !isCopy),
    objects: puts.filter(({ path }) => path.includes("/objects/")),
  };
}

async function restore(address: string, name: string, env: Record<string, string> = {}) {
  const dir = path.join(folder, name);
  const done = await gum(["restore", address], { ...safe(), ...env, VAR_DIR: dir });
  expect([done.status, done.output]).toMatchObject([0, expect.stringContaining("Restored")]);
  return dir;
}

const stateOf = async () => ({
  rows: await rowsOf(server.database.query),
  rules: await rulesOf(server.database.query),
  files: filesIn(server.varDir),
});

const stateIn = (dir: string) =>
  withDatabaseIn(dir, async (query) => ({
    rows: await rowsOf(query),
    rules: await rulesOf(query),
    files: filesIn(dir),
  }));

const held = (kind: string) => s3.keys("safe").filter((key) => key.startsWith(`gum/${kind}/`));

it("brings back each of two backups, of which the second sent only what was new", async () => {
  const doomed = await writePost("deleted later");
  const before = await stateOf();
  const first = await backUp();
  expect(first.files.length).toBe(Object.keys(before.files).length);

  await mika.must("DELETE", `/posts/${doomed}`);
  await writePost('quotes " and \\ backslash\ttab\nline, 改行 🎨');
  const after = await stateOf();
  const added = Object.keys(after.files).filter((name) => !(name in before.files));
  const second = await backUp();
  expect(second.files.map(({ path: name }) => path.basename(name)).sort()).toEqual(
    added.map((name) => path.basename(name)).sort(),
  );
  expect(added.length).toBeGreaterThan(0);
  // Tables that nobody has changed are there already, too.
  expect(second.objects.length).toBeLessThan(first.objects.length / 2);

  const third = await backUp();
  expect([third.files, third.objects.length]).toEqual([[], 0]);

  const listed = await gum(["backup", "list", PLACE], safe());
  expect(listed.output.match(/^\S+Z/gm)).toEqual([first.time, second.time, third.time]);
  const old = await restore(`${PLACE}@${first.time}`, "old");
  expect(await stateIn(old)).toEqual(before);
  expect(secretsIn(old).nextauthSecret).toBe(SECRET);
  expect(await stateIn(await restore(PLACE, "newest"))).toEqual(after);
});

it("is no backup when it was killed in the middle, and what it had sent is not sent again", async () => {
  const { files: all } = await backUp();
  await gum(["backup", "prune", PLACE, "--keep", "1"], safe());
  for (const kind of ["files", "objects", "backups"])
    fs.rmSync(path.dirname(s3.fileOf("safe", `gum/${kind}/x`)), { recursive: true });

  let child: ChildProcess | undefined;
  const isRow = s3.hold(({ method, url }) => method === "PUT" && url!.includes("/objects/"));
  const killed = gum(["backup", PLACE], instance(), (started) => (child = started));
  await isRow;
  child!.kill("SIGKILL");
  expect((await killed).status).toBeNull();
  expect(held("files")).toHaveLength(all.length);
  expect((await gum(["backup", "list", PLACE], safe())).output).toContain("There is no backup");
  expect((await gum(["restore", PLACE], { ...safe(), VAR_DIR: path.join(folder, "no") })).output).toContain(
    "There is no backup",
  );

  const again = await backUp();
  expect(again.files).toEqual([]);
  expect(await stateIn(await restore(PLACE, "again"))).toEqual(await stateOf());
});

it("lets the store copy the files of an instance that has them there, and streams where it may not", async () => {
  await backUp();
  const dir = await restore(PLACE, "moved", filesInStore());
  const names = Object.keys(filesIn(server.varDir)).map((name) => path.basename(name));
  expect(
    s3
      .keys(FILES)
      .map((key) => path.basename(key))
      .sort(),
  ).toEqual(names.sort());

  const other = { ...safe(), ...filesInStore(), VAR_DIR: dir };
  fs.rmSync(path.dirname(s3.fileOf("safe", "gum/x")), { recursive: true });
  fs.cpSync(s3.fileOf(FILES, s3.keys(FILES)[0]!), s3.fileOf(FILES, "logs/2026 a.txt"));
  const copied = await backUp(other);
  expect(copied.output).toContain("Left out: 1 files");
  expect([copied.copies, copied.files]).toEqual([names.length, []]);
  expect((await gum(["backup", "check", PLACE], safe())).status).toBe(0);

  fs.rmSync(path.dirname(s3.fileOf("safe", "gum/x")), { recursive: true });
  s3.answerWith(({ headers }) => ("x-amz-copy-source" in headers ? "refuse" : "answer"));
  const streamed = await backUp(other);
  expect(streamed.files).toHaveLength(names.length);
  expect(await stateIn(await restore(PLACE, "back"))).toMatchObject({ files: filesIn(server.varDir) });

  const same = await gum(["backup", `s3://${FILES}/gum`], other);
  expect([same.status, same.output]).toMatchObject([1, expect.stringContaining("bucket of its own")]);
});

it("prunes what no kept backup needs, and nothing while a backup is under way", async () => {
  const doomed = await writePost("pruned");
  await backUp();
  await mika.must("DELETE", `/posts/${doomed}`);
  const { output } = await backUp(instance(), "--keep", "1");
  expect(output).toContain("Removed 1 backups and");
  expect(held("backups")).toHaveLength(1);
  expect(held("files")).toHaveLength(Object.keys(filesIn(server.varDir)).length);
  expect((await gum(["backup", "check", PLACE], safe())).status).toBe(0);
  expect(await stateIn(await restore(PLACE, "kept"))).toEqual(await stateOf());

  const release = s3.hold(({ method, url }) => method === "PUT" && url!.includes("/files/"));
  await writePost("sent while somebody prunes");
  const running = gum(["backup", PLACE], instance());
  const goOn = await release;
  const refused = await gum(["backup", "prune", PLACE, "--keep", "1"], safe());
  expect([refused.status, refused.output]).toMatchObject([1, expect.stringContaining("under way")]);
  goOn();
  expect((await running).status).toBe(0);
  expect(held("backups")).toHaveLength(2);
  expect((await gum(["backup", "check", PLACE], safe())).status).toBe(0);
});

it("waits with a backup until a pruning is over, which may remove what it counts on", async () => {
  const doomed = await writePost("removed and needed again");
  await backUp();
  await mika.must("DELETE", `/posts/${doomed}`);
  await backUp();
  const release = s3.hold(({ method, url }) => method === "DELETE" && url!.includes("/files/"));
  const pruning = gum(["backup", "prune", PLACE, "--keep", "1"], safe());
  const goOn = await release;
  s3.requests.length = 0;
  const backingUp = gum(["backup", PLACE], instance());
  await expect
    .poll(() => s3.requests.filter(({ path }) => path.includes("prefix=gum%2Frunning")).length, {
      timeout: 30_000,
    })
    .toBeGreaterThan(1);
  expect(s3.requests.filter(({ path }) => path.includes("prefix=gum%2Ffiles"))).toEqual([]);
  goOn();
  expect([(await pruning).status, (await backingUp).status]).toEqual([0, 0]);
  expect((await gum(["backup", "check", PLACE], safe())).status).toBe(0);
});

it("restores although each file and each listing breaks off once", async () => {
  await backUp();
  const broken = new Set<string>();
  s3.answerWith(({ method, url }) => {
    if (method !== "GET" || broken.has(url!)) return "answer";
    broken.add(url!);
    return "cut";
  });
  expect(await stateIn(await restore(PLACE, "broken"))).toEqual(await stateOf());
  expect(broken.size).toBeGreaterThan(held("files").length);
  broken.clear();
  expect((await gum(["backup", "check", PLACE], safe())).status).toBe(0);
});

it("keeps its transaction beyond the limits of the database", async () => {
  const change = (how: string) =>
    server.database.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ${how}', current_database()); END $$`,
    );
  await change("SET idle_in_transaction_session_timeout = ''100ms''");
  const release = s3.hold(({ method, url }) => method === "PUT" && url!.includes("/objects/"));
  const backingUp = gum(["backup", PLACE], instance());
  const goOn = await release;
  await expect
    .poll(() =>
      server.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
            AND state_change < now() - interval '500 ms'`,
      ),
    )
    .toHaveLength(1);
  await change("RESET idle_in_transaction_session_timeout");
  goOn();
  expect((await backingUp).status).toBe(0);
});

it("finds an object that was changed, and restores nothing of such a backup", async () => {
  await backUp();
  const [name] = held("files");
  const file = s3.fileOf("safe", name!);
  const bytes = fs.readFileSync(file);
  bytes[bytes.length - 1]! ^= 1;
  fs.writeFileSync(file, bytes);
  const checked = await gum(["backup", "check", PLACE], safe());
  expect([checked.status, checked.output]).toMatchObject([
    1,
    expect.stringContaining(`Changed: ${name!.slice(4)}`),
  ]);
  const dir = path.join(folder, "refused");
  const { status, output } = await gum(["restore", PLACE], { ...safe(), VAR_DIR: dir });
  expect([status, output]).toMatchObject([1, expect.stringContaining("checksum")]);
  expect(fs.existsSync(path.join(dir, "files")) ? filesIn(dir) : {}).toEqual({});
});
