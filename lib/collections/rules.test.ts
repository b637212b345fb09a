import { expect, it } from "vitest";
import { placeAfter } from "./rules";

it.each([
  ["c", null, ["c", "a", "b"]],
  ["c", "a", ["a", "c", "b"]],
  ["a", "c", ["b", "c", "a"]],
  ["b", "a", ["a", "b", "c"]],
  ["a", null, ["a", "b", "c"]],
  ["a", "a", null],
  ["a", "x", null],
  ["x", "a", null],
])("%s after %s", (id, after, order) => {
  expect(placeAfter(["a", "b", "c"], id, after)).toEqual(order);
});
