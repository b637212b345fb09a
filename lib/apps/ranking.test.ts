import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addTrending, initialTrending, removeTrending, TRENDING_HALF_LIFE_SECONDS } from "./ranking";

const day = (count: number) => new Date(Date.UTC(2026, 5, 1) + count * 86_400_000);
const halfLifeDays = TRENDING_HALF_LIFE_SECONDS / 86_400;

describe("trending", () => {
  it("counts a like of now as much as two of one half-life ago", () => {
    const base = initialTrending(day(-300));
    const older = addTrending(addTrending(base, "like", day(0)), "like", day(0));
    const newer = addTrending(base, "like", day(halfLifeDays));
    expect(newer).toBeCloseTo(older, 6);
  });

  it("puts an app with more people above one with fewer, and a fresh app above a forgotten one", () => {
    const base = initialTrending(day(0));
    const one = addTrending(base, "run", day(1));
    expect(addTrending(one, "run", day(1))).toBeGreaterThan(one);
    expect(initialTrending(day(30))).toBeGreaterThan(one);
  });

  it("gives back what a signal added, whatever came between", () => {
    const times = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(times, times, fc.array(times, { maxLength: 20 }), (madeDay, likeDay, runDays) => {
        const madeAt = day(Math.min(madeDay, likeDay, ...runDays));
        const without = runDays.reduce(
          (score, at) => addTrending(score, "run", day(at)),
          initialTrending(madeAt),
        );
        const withLike = addTrending(without, "like", day(likeDay));
        const back = removeTrending(withLike, "like", { signalAt: day(likeDay), madeAt });
        // Doubles keep about 52 bits; a like that outweighs everything else by far leaves no trace of it.
        if (withLike - without < 20) expect(back).toBeCloseTo(without, 4);
        expect(back).toBeGreaterThanOrEqual(initialTrending(madeAt));
      }),
    );
  });

  it("stays finite over decades", () => {
    const late = addTrending(initialTrending(day(0)), "like", day(365 * 60));
    expect(Number.isFinite(late)).toBe(true);
    expect(removeTrending(late, "like", { signalAt: day(365 * 60), madeAt: day(0) })).toBe(
      initialTrending(day(0)),
    );
  });
});
