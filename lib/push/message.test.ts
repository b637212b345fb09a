import { describe, expect, it } from "vitest";
import { outcomeOf } from "./message";

describe("the response of a push service", () => {
  it.each([
    [201, "sent"],
    [404, "gone"],
    [410, "gone"],
    [400, "rejected"],
    [413, "rejected"],
    [429, "failed"],
    [500, "failed"],
  ])("%i: %s", (status, result) => {
    expect(outcomeOf(status, null)).toMatchObject({ result });
  });

  it("names when to try again in seconds or by date", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    expect(outcomeOf(429, "120", now)).toMatchObject({ retryAfterMs: 120_000 });
    expect(outcomeOf(503, "Thu, 01 Jan 2026 00:01:00 GMT", now)).toMatchObject({ retryAfterMs: 60_000 });
    for (const wrong of ["soon", "-5", null])
      expect(outcomeOf(503, wrong, now)).toMatchObject({ retryAfterMs: null });
  });
});
