import { describe, expect, it } from "vitest";
import { idAt, idBefore, timeOfId } from "./time-id";

describe("ids with a timestamp", () => {
  it("return the timestamp and sort by it", () => {
    const early = new Date("2026-01-01T00:00:00.123Z");
    const late = new Date("2026-01-01T00:00:00.124Z");
    expect(timeOfId(idAt(early))).toEqual(early);
    expect(idAt(early) < idAt(late)).toBe(true);
    expect(idBefore(late) > idAt(early)).toBe(true);
    expect(idBefore(late) < idAt(late)).toBe(true);
  });

  it("are distinguished from other ids", () => {
    expect(timeOfId("6f1b3c1e-9f0a-4a53-8e8f-6a2f7d3b1c11")).toBeNull();
    expect(timeOfId("nothing")).toBeNull();
  });
});
