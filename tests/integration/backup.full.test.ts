import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, png, uploadForm } from "../support/apps";
import { filesIn, gum, type Query, rowsOf, rulesOf, secretsIn, withDatabaseIn } from "../support/backups";
import { type TestServer, startServer } from "../support/server";

/** `gum backup` and `gum restore` of a server that people use. */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-backup-"));
let server: TestServer;
let people: ApiClient[];

beforeAll(async () => {
  server = await startServer({ seed: true });
  people = await Promise.all([signUpOnboarded(server), signUpOnboarded(server)]);
  await people[0]!.must("POST", "/apps", uploadForm({ gumFile: await makePackage({ name: "Kept" }) }));
  await writePost(people[1]!, 'quotes " and \\ backslash\ttab\nline, 改行 🎨');
});
afterAll(async () => {
  await server?.dispose();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function writePost(person: ApiClient, body: string): Promise<string> {
  const form = new FormData();
  form.set(
    "file",
    new File([await png(40, 40, `#${String(Math.random()).slice(2, 8)}`)], "a.png", { type: "image/png" }),
  );
  const { id } = await person.must<{ id: string }>("POST", "/media", form);
  return (await person.must<{ id: string }>("POST", "/v1/posts", { kind: "text", body, media: [{ id }] })).id;
}

const backUp = (name: string) =>
  gum(["backup", path.join(folder, name)], {
    DATABASE_URL: server.database.url,
    VAR_DIR: server.varDir,
    NEXTAUTH_SECRET: "a-secret-for-tests-only-0123456789",
  });

/** Restores into an empty folder, with a database of its own. */
async function restored<T>(name: string, work: (query: Query, dir: string) => Promise<T>): Promise<T> {
  const dir = path.join(folder, `${name}-restored`);
  const { status, output } = await gum(["restore", path.join(folder, name)], { VAR_DIR: dir });
  expect([status, output]).toMatchObject([0, expect.stringContaining("Restored")]);
  return withDatabaseIn(dir, (query) => work(query, dir));
}

it("brings every row, rule, file and secret into an empty folder", async () => {
  expect((await backUp("quiet.tar")).status).toBe(0);
  expect(fs.statSync(path.join(folder, "quiet.tar")).mode & 0o077).toBe(0);
  await restored("quiet.tar", async (query, dir) => {
    expect(await rowsOf(query)).toEqual(await rowsOf(server.database.query));
    expect(await rulesOf(query)).toEqual(await rulesOf(server.database.query));
    expect(filesIn(dir)).toEqual(filesIn(server.varDir));
    expect(Object.keys(filesIn(dir)).length).toBeGreaterThan(2);
    expect(secretsIn(dir).nextauthSecret).toBe("a-secret-for-tests-only-0123456789");
  });
});

it("is of one moment while people post, like and delete", async () => {
  let isOver = false;
  const writing = people.map(async (person) => {
    const posts: string[] = [];
    for (let n = 0; !isOver; n++) {
      posts.push(await writePost(person, `while backing up ${n}`));
      await person.must("POST", "/v1/reactions", { postId: posts[0]!, action: "like" });
      if (posts.length > 2) await person.must("DELETE", `/posts/${posts.shift()}`);
    }
  });
  const backups = [await backUp("first.tar"), await backUp("second.tar")];
  isOver = true;
  await Promise.all(writing);
  for (const { status, output } of backups)
    expect([status, output]).toMatchObject([0, expect.not.stringContaining("Missing")]);
  await restored("second.tar", async (query, dir) => {
    const files = Object.keys(filesIn(dir)).map((name) => path.basename(name));
    const media = await query<{ file: string }>("SELECT split_part(file_key, '/', 2) AS file FROM media");
    expect(files).toEqual(expect.arrayContaining(media.map(({ file }) => file)));
    const wrong = await query(
      `SELECT p.id FROM posts p WHERE likes_count <> (SELECT count(*) FROM likes l WHERE l.post_id = p.id)
       UNION ALL SELECT u.id FROM users u WHERE posts_count <> (SELECT count(*) FROM posts p WHERE p.author_id = u.id AND parent_id IS NULL)`,
    );
    expect(wrong).toEqual([]);
  });
});

it("restores nothing from an archive that is cut off or changed, and nothing over what is there", async () => {
  const whole = fs.readFileSync(path.join(folder, "quiet.tar"));
  fs.writeFileSync(path.join(folder, "cut.tar"), whole.subarray(0, whole.length / 2));
  const changed = Buffer.from(whole);
  const at = changed.indexOf("改行");
  changed[at < 0 ? 600 : at]! ^= 1;
  fs.writeFileSync(path.join(folder, "changed.tar"), changed);
  for (const name of ["cut.tar", "changed.tar"]) {
    const dir = path.join(folder, `${name}-refused`);
    const { status, output } = await gum(["restore", path.join(folder, name)], { VAR_DIR: dir });
    expect([status, output]).toMatchObject([
      1,
      expect.stringMatching(/not a complete archive|truncated|checksum/),
    ]);
    expect(Object.keys(fs.existsSync(path.join(dir, "files")) ? filesIn(dir) : {})).toEqual([]);
  }
  const over = await gum(["restore", path.join(folder, "quiet.tar")], {
    DATABASE_URL: server.database.url,
    VAR_DIR: server.varDir,
  });
  expect([over.status, over.output]).toMatchObject([1, expect.stringContaining("empty")]);
  expect((await backUp("quiet.tar")).output).toContain("already exists");
});
