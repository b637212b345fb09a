import { describe, expect, it } from "vitest";
import { TRIAL_BLANK_MS, TRIAL_ERRORS_MAX, TRIAL_START_MS } from "@/lib/config/trial-limits";
import { refusalLine } from "@/lib/sandbox/frame/inside/network/refusals";
import { violationText } from "@/lib/sandbox/protocol/violation-text";
import { addError, addHost, EMPTY_REPORT, judgeTrial, refusedHost, startTimeOf } from "./trial-rules";

const judge = (report: object) => judgeTrial({ ...EMPTY_REPORT, elapsed: 100, ...report });

describe("judgeTrial", () => {
  it("waits as long as it is too early to say", () => {
    expect(judgeTrial(EMPTY_REPORT)).toBeNull();
    expect(judge({})).toBeNull();
    expect(judge({ shownAt: 50 })).toBeNull();
    expect(judge({ loadedAt: 50, blank: true })).toBeNull();
  });

  it("takes an app that shows something for started", () => {
    const started = { outcome: "started", cause: null };
    expect(judge({ loadedAt: 80 })).toEqual(started);
    expect(judge({ loadedAt: 80, blank: true, shownAt: 90 })).toEqual(started);
    expect(judge({ shownAt: 50, elapsed: 51 + TRIAL_BLANK_MS })).toEqual(started);
  });

  it.each([
    ["error", { failure: "Entry file not found: index.html" }],
    ["error", { broken: true, loadedAt: 80, blank: true }],
    ["blank", { loadedAt: 80, blank: true, elapsed: 81 + TRIAL_BLANK_MS }],
    ["slow", { elapsed: TRIAL_START_MS + 1 }],
    ["hangs", { elapsed: TRIAL_START_MS + 1, unresponsive: "busy" }],
    ["crashed", { unresponsive: "crashed", loadedAt: 80 }],
  ])("says %s where it does not start", (cause, report) => {
    expect(judge(report)).toEqual({ outcome: "failed", cause });
  });

  it("says nothing about an app that did not arrive", () => {
    expect(judge({ unreachable: true })).toEqual({ outcome: "untried", cause: "unreachable" });
  });
});

it("takes the first sight of the app for its start", () => {
  expect(startTimeOf({ ...EMPTY_REPORT, shownAt: 41.6, loadedAt: 80 })).toBe(42);
  expect(startTimeOf(EMPTY_REPORT)).toBeNull();
});

it("finds hosts in what the frame says", () => {
  const violation = { directive: "img-src", uri: "https://far.example:8443/x.png", source: "" };
  expect(refusedHost(violationText(violation, "gum.example"))).toBe("far.example:8443");
  expect(refusedHost(refusalLine("fetch", "https://far.example/x"))).toBe("far.example");
  expect(refusedHost(refusalLine("fetch", "x.json"))).toBeNull();
  expect(refusedHost("Something else")).toBeNull();
});

it("keeps few errors and hosts, each once", () => {
  const many = Array.from({ length: 30 }, (_, index) => `error ${index}`);
  const errors = [...many, ...many].reduce(addError, [] as string[]);
  expect(errors).toEqual(many.slice(0, TRIAL_ERRORS_MAX));
  expect(["a.example", "a.example"].reduce(addHost, [] as string[])).toEqual(["a.example"]);
});
