import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TrialData } from "./trial-data";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const save = (data: TrialData, value: string) =>
  data.storage.apply([{ area: "local", key: "score", value }], { base: 0 });

test("many saves are one notice a quarter of a second; the last one shows", async () => {
  const data = new TrialData();
  const seen: string[] = [];
  data.subscribe(() => seen.push(data.snapshot().entries[0]?.value ?? ""));
  for (let n = 0; n < 100; n++) {
    await save(data, String(n));
    vi.advanceTimersByTime(10);
  }
  expect(seen.length).toBeLessThanOrEqual(5);
  vi.advanceTimersByTime(250);
  expect(seen.at(-1)).toBe("99");
  const count = seen.length;
  vi.advanceTimersByTime(1_000);
  expect(seen).toHaveLength(count);
});

test("what the person edits shows at once", async () => {
  const data = new TrialData();
  await save(data, "1");
  await save(data, "2");
  data.edit([{ area: "local", key: "score", value: "3" }]);
  expect(data.snapshot().entries[0]!.value).toBe("3");
});

test("between notices the snapshot is the same object, and the latest can be asked for", async () => {
  const data = new TrialData();
  await save(data, "1");
  const before = data.snapshot();
  await save(data, "2");
  expect(data.snapshot()).toBe(before);
  expect(data.latest().entries[0]!.value).toBe("2");
  expect(data.snapshot()).toBe(data.snapshot());
});
