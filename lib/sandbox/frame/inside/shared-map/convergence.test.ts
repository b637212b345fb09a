import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/tests/support/depth";
import { play, story, type Story } from "@/tests/support/shared-map-model";

async function check(told: Story): Promise<void> {
  const { states, items, counters, lists, ignored, pending } = await play(told);
  for (const other of states) expect(other).toEqual(states[0]);
  for (const other of items) expect(other).toEqual(items[0]);
  const state = new Map(states[0]);
  for (const [key, sum] of counters) if (key.startsWith("c")) expect(state.get(key), key).toBe(sum);
  for (const [key, expected] of lists)
    if (key.startsWith("l"))
      expect([...(state.get(key) as string[])].sort(), key).toEqual([...expected].sort());
  expect({ ignored, pending }).toEqual({ ignored: 0, pending: 0 });
}

describe("clients of a room", () => {
  it("have the same in the end, whatever they did and whatever happened on the way", async () => {
    await fc.assert(fc.asyncProperty(story, check), { numRuns: runs(5_000) });
  }, 600_000);
});
