import { expect, it } from "vitest";
import { isReviewKey, reviewKey, reviewStanding } from "./rules";

it("lets people review what they have run, but not what they have made", () => {
  expect(reviewStanding({ isOwner: false, hasRun: true })).toBe("may_review");
  expect(reviewStanding({ isOwner: false, hasRun: false })).toBe("run_first");
  expect(reviewStanding({ isOwner: true, hasRun: true })).toBe("owner");
});

it("accepts the cursors that it makes, and no other numbers", () => {
  expect(isReviewKey("useful", reviewKey("useful", { helpful: 12 }))).toBe(true);
  expect(isReviewKey("newest", reviewKey("newest", { helpful: 12 }))).toBe(true);
  for (const key of ["", "-1", "1.5", "x", "9999999999"]) expect(isReviewKey("useful", key)).toBe(false);
  expect(isReviewKey("newest", "12")).toBe(false);
});
