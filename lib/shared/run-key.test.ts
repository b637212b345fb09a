import { expect, it } from "vitest";
import { readRunKey, runHref, runKeyOf } from "./run-key";

it.each([
  [{ appId: "a" }, "a", "/apps/a/run"],
  [{ appId: "a", roomId: "r" }, "a@r", "/apps/a/run?room=r"],
])("%o is a run of its own", (run, key, href) => {
  expect(runKeyOf(run)).toBe(key);
  expect(readRunKey(key)).toEqual({ roomId: null, ...run });
  expect(runHref(key)).toBe(href);
});
