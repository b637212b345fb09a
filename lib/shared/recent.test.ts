import { expect, it } from "vitest";
import { Recent } from "./recent";

it("remembers the last few, and forgets what was not asked for longest", () => {
  const recent = new Recent<number>(2);
  recent.set("a", 1);
  recent.set("b", 2);
  expect(recent.get("a")).toBe(1);
  recent.set("c", 3);
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual([1, undefined, 3]);
});

it("keeps the newest answer to a question once", () => {
  const recent = new Recent<number>(1);
  recent.set("a", 1);
  recent.set("a", 2);
  expect(recent.get("a")).toBe(2);
});
