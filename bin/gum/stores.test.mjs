import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startBucketServer } from "../../tests/support/bucket-server";
import { withInstance } from "./stores.mjs";

let dir;
let s3;

beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "gum-stores-"));
  s3 = await startBucketServer(["files"]);
  vi.stubEnv("VAR_DIR", dir);
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
  vi.stubEnv("S3_BUCKET", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  s3.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

const inStore = (work) => {
  vi.stubEnv("S3_BUCKET", "files");
  vi.stubEnv("S3_ENDPOINT", s3.endpoint);
  vi.stubEnv("S3_ACCESS_KEY_ID", s3.credentials.accessKeyId);
  vi.stubEnv("S3_SECRET_ACCESS_KEY", s3.credentials.secretAccessKey);
  return withInstance({ isNew: false }, ({ files }) => work(files));
};
const inFolder = (work) => withInstance({ isNew: false }, ({ files }) => work(files));

async function listed(files) {
  const keys = [];
  let foreign = 0;
  for await (const key of files.list(() => foreign++)) keys.push(key);
  return { keys, foreign };
}

it("lists what Gum wrote in a folder, and counts the rest", async () => {
  for (const name of [
    "media/ab/.DS_Store",
    "media/ab/notes-2026.txt",
    "media/ab/sub/abcdefgh.png",
    "README",
    "media/ab/abcdefgh.png.part",
  ]) {
    fs.mkdirSync(path.dirname(path.join(dir, "files", name)), { recursive: true });
    fs.writeFileSync(path.join(dir, "files", name), "x");
  }
  await inFolder(async (files) => {
    await files.put("media/abcdefgh.png", Buffer.from("png"));
    expect(await listed(files)).toEqual({ keys: ["media/abcdefgh.png"], foreign: 4 });
  });
});

it("lists what Gum wrote in a bucket, and counts the rest", () =>
  inStore(async (files) => {
    await files.put("media/abcdefgh.png", Buffer.from("png"));
    for (const key of ["logs/2026%20a.txt", "logs/old/access-2026.txt", "index.html"])
      await files.bucket.put(key, Buffer.from("x"));
    expect(await listed(files)).toEqual({ keys: ["media/abcdefgh.png"], foreign: 3 });
  }));

it("writes a file again whose source broke off", async () => {
  const bytes = Buffer.from("a picture");
  const key = "media/abcdefgh.png";
  const source = await inStore(async (files) => {
    await files.put(key, bytes);
    return files;
  });
  vi.stubEnv("S3_BUCKET", "");
  let left = 1;
  s3.answerWith(() => (left-- > 0 ? "cut" : "answer"));
  await inFolder(async (files) => {
    await files.putFrom(key, { open: () => source.open(key, bytes.length) });
    expect(await files.get(key)).toEqual(bytes);
  });
  expect(left).toBeLessThan(0);
});
