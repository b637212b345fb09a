import { expect, it } from "vitest";
import { Shortage } from "./shortage";

/** A shortage of a disk that a test fills and frees, with a clock of its own. */
function aDisk() {
  const disk = { isFull: false, probes: 0, ms: 0, hold: null as Promise<void> | null };
  const shortage = new Shortage(() => disk.ms);
  const lasts = () =>
    shortage.lasts(async () => {
      disk.probes++;
      await disk.hold;
      if (disk.isFull) throw new Error("no space");
    });
  return { disk, shortage, lasts };
}

it("writes nothing while nobody noticed a shortage", async () => {
  const { disk, lasts } = aDisk();
  expect(await lasts()).toBe(false);
  expect(disk.probes).toBe(0);
});

it("lasts until a write succeeds, tried at most every five seconds", async () => {
  const { disk, shortage, lasts } = aDisk();
  disk.isFull = true;
  shortage.notice();
  expect(await lasts()).toBe(true);
  disk.isFull = false;
  disk.ms = 4_999;
  expect(await lasts()).toBe(true);
  expect(disk.probes).toBe(1);
  disk.ms = 5_000;
  expect(await lasts()).toBe(false);
  disk.ms = 60_000;
  expect(await lasts()).toBe(false);
  expect(disk.probes).toBe(2);
});

it("is known before it is asked for", async () => {
  const { disk, shortage, lasts } = aDisk();
  expect(shortage.isKnown).toBe(false);
  shortage.notice();
  expect([shortage.isKnown, disk.probes]).toEqual([true, 0]);
  await lasts();
  expect(shortage.isKnown).toBe(false);
});

it("is over at once where one write failed and the next does not", async () => {
  const { shortage, lasts } = aDisk();
  shortage.notice();
  expect(await lasts()).toBe(false);
});

it("tries one write for all who ask at once", async () => {
  const { disk, shortage, lasts } = aDisk();
  disk.isFull = true;
  shortage.notice();
  expect(await Promise.all([lasts(), lasts(), lasts()])).toEqual([true, true, true]);
  expect(disk.probes).toBe(1);
});

it("goes on where space runs out again during a write that succeeds", async () => {
  const { disk, shortage, lasts } = aDisk();
  let release = () => {};
  disk.hold = new Promise((resolve) => (release = resolve));
  shortage.notice();
  const asked = lasts();
  shortage.notice();
  release();
  expect(await asked).toBe(true);
  disk.ms = 5_000;
  expect(await lasts()).toBe(false);
});
