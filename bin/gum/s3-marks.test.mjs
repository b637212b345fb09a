import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startBucketServer } from "../../tests/support/bucket-server";
import { openBucket } from "./bucket.mjs";
import { prune } from "./s3-care.mjs";
import { withMark } from "./s3-marks.mjs";
import { writeManifest } from "./s3-place.mjs";

let s3;
let place;

beforeEach(async () => {
  s3 = await startBucketServer(["safe"]);
  const store = openBucket({ endpoint: s3.endpoint, bucket: "safe", ...s3.credentials });
  place = { address: "s3://safe/gum", store, prefix: "gum/" };
});
afterEach(() => {
  vi.useRealTimers();
  s3.stop();
});

const marks = () => s3.keys("safe").filter((key) => key.startsWith("gum/running/"));
const isListing = ({ url }) => url.includes("prefix=gum%2Frunning");

it("ends a pruning whose mark a backup saw, so that not both wait", async () => {
  let looks = 0;
  s3.answerWith(async (request) => {
    if (isListing(request) && ++looks === 2)
      await place.store.put("gum/running/backup-1", Buffer.from("now"));
    return "answer";
  });
  const pruned = vi.fn();
  await withMark({ place, kind: "prune" }, pruned);
  expect(pruned).toHaveBeenCalledOnce();
  expect(marks()).toEqual([]);
});

it("refuses a pruning beside a backup, a restore or another pruning, and leaves no mark of it", async () => {
  for (const kind of ["backup", "restore", "prune"])
    await withMark({ place, kind }, async () => {
      await expect(withMark({ place, kind: "prune" }, () => {})).rejects.toThrow("under way");
      expect(marks()).toHaveLength(1);
    });
  expect(marks()).toEqual([]);
});

it("removes nothing more once a pruning stood still, even if its mark is renewed then", async () => {
  for (const time of ["2026-01-01", "2026-01-02"])
    await writeManifest(place, time, { tables: {}, files: {}, entries: [] });
  await place.store.put("gum/objects/unneeded", Buffer.from("x"));
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const deleting = s3.hold(({ method, url }) => method === "DELETE" && url.includes("/backups/"));
  const pruning = expect(prune(place, 1)).rejects.toThrow("not renewed");
  const goOn = await deleting;
  vi.setSystemTime(Date.now() + 11 * 60_000);
  const renewed = s3.requests.length;
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => s3.requests.length).toBeGreaterThan(renewed);
  goOn();
  await pruning;
  expect(s3.keys("safe")).toContain("gum/objects/unneeded");
});

it("removes its mark after a renewal under way, which would bring it back", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let end;
  const work = new Promise((resolve) => (end = resolve));
  const isWorking = vi.fn(() => work);
  const marked = withMark({ place, kind: "backup" }, isWorking);
  await expect.poll(() => isWorking.mock.calls.length).toBe(1);
  const renewing = s3.hold(({ method, url }) => method === "PUT" && url.includes("/running/"));
  vi.advanceTimersByTime(60_000);
  const goOn = await renewing;
  end();
  for await (const _ of place.store.list("gum/backups/"));
  expect(s3.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  goOn();
  await marked;
  expect(marks()).toEqual([]);
});

it("restores without a mark where the credentials only read", async () => {
  s3.answerWith(({ method }) => (method === "PUT" ? "refuse" : "answer"));
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await withMark({ place, kind: "restore" }, () => "restored")).toBe("restored");
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining("prune nothing"));
  vi.restoreAllMocks();
});
