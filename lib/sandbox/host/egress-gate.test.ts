import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EgressGate, type EgressCall } from "@/lib/sandbox/host/egress-gate";
import type { EgressResponse } from "@/lib/sandbox/protocol/to-frame";

const NOW = 1_000_000;
const call = (more: Partial<EgressCall> = {}): EgressCall => ({
  req_id: "1",
  ts: NOW,
  method: "GET",
  url: "https://example.com/",
  headers: [],
  body: null,
  bodyEncoding: "text",
  ...more,
});
const answer = (request: EgressCall): EgressResponse => ({
  req_id: request.req_id,
  status: 200,
  statusText: "OK",
  headers: [],
  body: "hi",
  bodyEncoding: "text",
  error: null,
});
const gate = (transport: ConstructorParameters<typeof EgressGate>[0] = async (request) => answer(request)) =>
  new EgressGate(transport, { now: () => NOW });

describe("the gate of gum.fetch", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("passes a fresh request once", async () => {
    const one = gate();
    expect(await one.handle(call())).toMatchObject({ status: 200, body: "hi" });
    expect(await one.handle(call())).toMatchObject({
      status: 409,
      statusText: "Duplicate request",
      error: "duplicate",
    });
    expect(await one.handle(call({ req_id: "2" }))).toMatchObject({ status: 200 });
  });

  test("refuses what is older than 5 s or from the future", async () => {
    expect(await gate().handle(call({ ts: NOW - 5_000 }))).toMatchObject({ status: 200 });
    const expired = { status: 400, statusText: "Request expired", error: "expired" };
    expect(await gate().handle(call({ ts: NOW - 5_001 }))).toMatchObject(expired);
    expect(await gate().handle(call({ ts: NOW + 60_000 }))).toMatchObject(expired);
  });

  test("says so where no egress is wired", async () => {
    expect(await gate(null).handle(call())).toMatchObject({ status: 0, error: "egress not wired" });
  });

  test("ends what takes longer than 30 s, and tells the transport", async () => {
    let aborted = false;
    const slow = gate((_request, signal) => {
      signal.addEventListener("abort", () => (aborted = true));
      return new Promise(() => {});
    });
    const waiting = slow.handle(call());
    await vi.advanceTimersByTimeAsync(29_999);
    expect(aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject({
      status: 0,
      statusText: "Request timeout",
      error: "egress timeout",
    });
    expect(aborted).toBe(true);
  });

  test("says so after 30 s also where the proxy gave up before", async () => {
    const reason = Object.assign(new Error("egress timeout"), {
      status: 502,
      details: { reason: "timeout" },
    });
    const settled = vi.fn();
    const waiting = gate(() => Promise.reject(reason)).handle(call());
    void waiting.then(settled);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject({ statusText: "Request timeout", error: "egress timeout" });
  });

  test("a route that fails is a 502 with the specification's title; a refusal keeps its own", async () => {
    const broken = await gate(() => Promise.reject(new TypeError("network"))).handle(call());
    expect(broken.status).toBe(502);
    expect(JSON.parse(broken.body!)).toMatchObject({
      status: 502,
      title: "Egress signature/route error",
      detail: "egress unreachable or signature failure",
    });
    const refused = Object.assign(new Error("That host is not in the manifest."), {
      status: 403,
      code: "host_not_allowed",
    });
    expect(await gate(() => Promise.reject(refused)).handle(call())).toMatchObject({
      status: 403,
      error: "host_not_allowed",
    });
  });
});
