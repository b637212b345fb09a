import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startBucketServer } from "../../tests/support/bucket-server";
import { openBucket, rereading, sha256, sha256Of } from "./bucket.mjs";

const bytes = Buffer.from("an object that breaks off in its middle");
let s3;
let store;

beforeEach(async () => {
  s3 = await startBucketServer(["safe"]);
  store = openBucket({ endpoint: s3.endpoint, bucket: "safe", ...s3.credentials });
  await store.put("files/a", bytes);
});
afterEach(() => s3.stop());

/** Breaks the next answers off. */
function cut(times) {
  let left = times;
  s3.answerWith(({ method }) => (method === "GET" && left-- > 0 ? "cut" : "answer"));
}

it("reads again what breaks off: an object, a listing, a stream", async () => {
  cut(1);
  expect(await store.get("files/a")).toEqual(bytes);
  cut(1);
  const keys = [];
  for await (const { key } of store.list("files/")) keys.push(key);
  expect(keys).toEqual(["files/a"]);
  cut(1);
  const open = vi.fn(async () => sha256Of(await store.open("files/a", bytes.length)));
  expect(await rereading(open)).toBe(sha256(bytes));
  expect(open).toHaveBeenCalledTimes(2);
});

it("reads again what is sent on", async () => {
  cut(1);
  await store.putFrom("files/b", { size: bytes.length, open: () => store.open("files/a", bytes.length) });
  expect(await store.get("files/b")).toEqual(bytes);
});

it("says which object broke off", async () => {
  cut(1);
  const stream = await store.open("files/a", bytes.length);
  await expect(sha256Of(stream)).rejects.toThrow(/broke off: .* \(GET safe\/files\/a\)/);
});
