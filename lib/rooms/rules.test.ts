import { describe, expect, it } from "vitest";
import { ROOM_MAX_BYTES } from "@/lib/config/limits";
import { compactedUpTo } from "./rules";

describe("how far a snapshot compacts the log", () => {
  const room = { compacted: 10, serial: 30, previous: 20, isConfirmed: true };
  const upTo = (share: number, more: object = {}) =>
    compactedUpTo({ ...room, bytes: share * ROOM_MAX_BYTES, ...more });

  it("not at all while half of the room is free", () => {
    expect(upTo(0.5)).toBe(10);
    expect(upTo(0.5, { compacted: 0, previous: 0 })).toBe(0);
  });

  it("then up to the one before, if it is confirmed", () => {
    expect(upTo(0.6)).toBe(20);
    expect(upTo(0.6, { isConfirmed: false })).toBe(10);
  });

  it("as far as it must when nobody could write any more", () => {
    expect(upTo(1, { isConfirmed: false })).toBe(20);
    expect(upTo(1, { previous: 0 })).toBe(30);
    expect(upTo(1, { previous: 10 })).toBe(30);
  });
});
