import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReportProblems } from "@/lib/apps/problem-contract";
import { PROBLEM_WAIT_MS, PROBLEMS_PER_RUN } from "@/lib/config/statistics-limits";
import type { RunnerEvent } from "@/lib/sandbox/host/runner-events";
import { ProblemReports } from "./problem-reports";

let sent: string[][];
let page: EventTarget & { visibilityState: string };
let view: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  view = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", view);
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as ReportProblems).problems.map(({ message }) => message));
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const error = (name: string): RunnerEvent => ({
  type: "problem",
  problem: { kind: "error", message: `Error: ${name}`, source: "", line: 0, stack: "", blank: false },
});
const busy: RunnerEvent = { type: "unresponsive", crashed: false };
const loading: RunnerEvent = { type: "status", status: { status: "loading" } };
const wait = () => vi.advanceTimersByTimeAsync(PROBLEM_WAIT_MS);

describe("the reports of a run", () => {
  it("go together, each problem once, a few in all", async () => {
    const reports = new ProblemReports("a", async () => "token");
    for (const name of ["x", "y", "x"]) reports.add(error(name));
    await wait();
    expect(sent).toEqual([["Error: x", "Error: y"]]);
    for (let n = 0; n < 10; n++) reports.add(error("abcdefghij"[n]!));
    await wait();
    expect(sent.flat()).toHaveLength(PROBLEMS_PER_RUN);
  });

  it("wait for the run's token", async () => {
    let arrive = (_: string) => {};
    const reports = new ProblemReports("a", () => new Promise((resolve) => (arrive = resolve)));
    reports.add(error("x"));
    await wait();
    reports.end();
    expect(sent).toEqual([]);
    arrive("token");
    await wait();
    expect(sent).toEqual([["Error: x"]]);
  });

  it("go when the page is hidden, or left", async () => {
    const reports = new ProblemReports("a", async () => "token");
    reports.add(error("x"));
    await vi.advanceTimersByTimeAsync(0);
    page.dispatchEvent(new Event("visibilitychange"));
    expect(sent).toEqual([]);
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    expect(sent).toEqual([["Error: x"]]);
    reports.add(error("y"));
    view.dispatchEvent(new Event("pagehide"));
    expect(sent).toEqual([["Error: x"], ["Error: y"]]);
  });

  it("have a pause only if it ends the run, and one ending", async () => {
    const paused = new ProblemReports("a", async () => "token");
    paused.add(busy);
    paused.add({ type: "responsive" });
    paused.add(loading);
    paused.end();
    await wait();
    expect(sent).toEqual([]);
    const ended = new ProblemReports("a", async () => "token");
    ended.add(busy);
    ended.add(loading);
    ended.add({ type: "status", status: { status: "failed", code: "gone", message: "" } });
    await wait();
    expect(sent).toEqual([["busy"]]);
  });
});
