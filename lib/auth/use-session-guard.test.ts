import { expect, it } from "vitest";
import { isRenewalDue } from "./use-session-guard";

const SECOND = 1_000;

it.each([
  [null, false],
  [15 * 60, false],
  [121, false],
  [120, false],
  [119, true],
  [90, true],
  [0, true],
  [-60, true],
])("with %s seconds left, renewing is due: %s", (seconds, due) => {
  const now = 1_700_000_000_000;
  expect(isRenewalDue(seconds === null ? null : now + seconds * SECOND, now)).toBe(due);
});
