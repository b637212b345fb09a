import { expect, it } from "vitest";
import { readRunKey, runHref, runKeyOf } from "./run-key";

it.each([
  [{ appId: "a" }, "a", "/apps/a/run"],
  [{ appId: "a", roomId: "r" }, "a@r", "/apps/a/run?room=r"],
  [{ appId: "a", momentOf: "p" }, "a~p", "/apps/a/run?moment=p"],
])("%o is a run of its own", (run, key, href) => {
  expect(runKeyOf(run)).toBe(key);
  expect(readRunKey(key)).toEqual({ roomId: null, momentOf: null, ...run });
  expect(runHref(key)).toBe(href);
});
