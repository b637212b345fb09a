import { expect, it } from "vitest";
import { ratingOf } from "./rating";

it("averages the stars of all reviews, and has no average without one", () => {
  expect(ratingOf([1, 0, 0, 0, 2])).toEqual({ average: 3.67, count: 3, stars: [1, 0, 0, 0, 2] });
  expect(ratingOf([0, 0, 0, 0, 0])).toEqual({ average: null, count: 0, stars: [0, 0, 0, 0, 0] });
  expect(ratingOf([])).toEqual({ average: null, count: 0, stars: [0, 0, 0, 0, 0] });
});
