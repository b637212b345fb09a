import { expect, it } from "vitest";
import { describeTrial } from "./report.mjs";

const trial = {
  outcome: "started",
  cause: null,
  startMs: 412,
  fitsPhone: true,
  keyboard: false,
  saves: null,
  hosts: [],
  errorCount: 0,
  errors: [],
};

it("tells what the trial of an app found", () => {
  expect(describeTrial(trial)).toBe(
    "Tried: starts in 0.4 s; fits a phone; the Tab key reaches nothing in it; asked for no other host; no errors.",
  );
  const troubled = { ...trial, hosts: ["a.example", "b.example"], errorCount: 1, errors: ["no plums"] };
  expect(describeTrial(troubled)).toMatch(/; asked for a\.example, b\.example; 1 error\.\n {2}no plums$/);
  expect(describeTrial({ ...trial, outcome: "failed", cause: "blank" })).toMatch(
    /^Tried: does not start, its page loaded, and stayed blank; fits a phone;/,
  );
  expect(describeTrial({ ...trial, outcome: "untried", cause: "no_browser" })).toBe(
    "Not tried: the server has no browser.",
  );
});
