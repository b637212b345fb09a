import { describe, expect, it } from "vitest";
import { END, GIVE_UP_MS, LAG_MAX_MS, parsePosition, Replay } from "./replay";

const MINUTE_MS = 60_000;

describe("a position", () => {
  it("is a number of 64 bits", () => {
    expect(parsePosition("16/B374D848")).toBe(0x16b374d848n);
    expect(parsePosition("0/0")).toBe(0n);
    expect(parsePosition("FFFFFFFF/FFFFFFFF")).toBe(END);
  });

  it("after the header of a new page is the end of the page before it", () => {
    expect(parsePosition("0/2018")).toBe(0x2000n);
    expect(parsePosition("0/2020")).toBe(0x2020n);
  });
});

describe("a replica", () => {
  it("is not read before it is measured", () => {
    expect(new Replay(0).mayRead(0)).toBe(false);
  });

  it("is read once it has what the primary had when it was found", () => {
    const replay = new Replay(0);
    replay.note({ at: 0, primary: 100n, replayed: 90n });
    expect(replay.mayRead(0)).toBe(false);
    expect(replay.isFollowed(0)).toBe(true);
    replay.note({ at: 10, primary: 120n, replayed: 100n });
    expect(replay.mayRead(10)).toBe(true);
  });

  it("is read by whoever wrote once it has replayed that", () => {
    const replay = new Replay(0);
    replay.note({ at: 0, primary: 100n, replayed: 100n });
    expect(replay.mayRead(0, 101n)).toBe(false);
    expect(replay.mayRead(0, END)).toBe(false);
    replay.note({ at: 10, primary: 101n, replayed: 101n });
    expect(replay.mayRead(10, 101n)).toBe(true);
  });

  it("has no lag while nobody writes", () => {
    const replay = new Replay(0);
    for (let at = 0; at <= MINUTE_MS; at += 1_000) replay.note({ at, primary: 100n, replayed: 100n });
    expect(replay.lagMs(MINUTE_MS)).toBe(0);
    expect(replay.mayRead(MINUTE_MS)).toBe(true);
  });

  it("is read until it lags too much, and given up later", () => {
    const replay = new Replay(0);
    const at = (second: number) => ({ at: second * 1_000, primary: 100n + BigInt(second), replayed: 100n });
    for (let second = 0; second <= 5; second++) replay.note(at(second));
    expect(replay.mayRead(LAG_MAX_MS)).toBe(true);
    expect(replay.mayRead(LAG_MAX_MS + 1)).toBe(false);
    expect(replay.isFollowed(GIVE_UP_MS)).toBe(true);
    expect(replay.isFollowed(GIVE_UP_MS + 1)).toBe(false);
  });

  it("is measured by when the primary was where the replica is", () => {
    const replay = new Replay(0);
    for (let second = 0; second <= 30; second++)
      replay.note({
        at: second * 1_000,
        primary: 100n + BigInt(second),
        replayed: 100n + BigInt(Math.max(0, second - 3)),
      });
    expect(replay.lagMs(30_000)).toBe(3_000);
  });

  it("that was given up has to have what was committed until it is found again", () => {
    const replay = new Replay(0);
    for (let second = 0; second <= 20; second++)
      replay.note({ at: second * 1_000, primary: 100n + BigInt(second), replayed: 100n });
    // Four seconds behind is little, but live events that did not wait for it are newer.
    replay.note({ at: 21_000, primary: 121n, replayed: 117n });
    expect(replay.mayRead(21_000)).toBe(false);
    replay.note({ at: 22_000, primary: 122n, replayed: 121n });
    expect(replay.mayRead(22_000)).toBe(true);
  });

  it("that was lost or made anew is not read before it has caught up", () => {
    const replay = new Replay(0);
    replay.note({ at: 0, primary: 100n, replayed: 100n });
    replay.lose();
    expect(replay.mayRead(0)).toBe(false);
    replay.note({ at: 1_000, primary: 110n, replayed: 110n });
    expect(replay.mayRead(1_000)).toBe(true);
    replay.note({ at: 2_000, primary: 120n, replayed: 50n });
    expect(replay.mayRead(2_000)).toBe(false);
    replay.note({ at: 3_000, primary: 130n, replayed: 120n });
    expect(replay.mayRead(3_000)).toBe(true);
  });

  it("is not read when nothing was measured for too long", () => {
    const replay = new Replay(0);
    replay.note({ at: 0, primary: 100n, replayed: 100n });
    expect(replay.mayRead(LAG_MAX_MS)).toBe(true);
    expect(replay.mayRead(LAG_MAX_MS + 1)).toBe(false);
  });
});
