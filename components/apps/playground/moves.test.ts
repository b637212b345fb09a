import { expect, it } from "vitest";
import { Moves } from "./moves";

it("follows a project under its later ids, until another is opened", () => {
  const moves = new Moves();
  expect(moves.isSame("a", "a")).toBe(true);
  expect(moves.isSame("a", "b")).toBe(false);
  moves.add("a", "b");
  moves.add("b", "c");
  expect(moves.last("a")).toBe("c");
  expect(moves.isSame("a", "b")).toBe(true);
  expect(moves.isSame("d", "a")).toBe(false);
  // A move that is reported twice, or back, does not go round.
  moves.add("a", "c");
  moves.add("c", "a");
  expect(moves.last("b")).toBe("c");
  moves.clear();
  expect(moves.isSame("a", "c")).toBe(false);
});
