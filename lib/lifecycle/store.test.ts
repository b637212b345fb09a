import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_SUSPENDED_APPS, MEMORY_CHECK_MS, MEMORY_LIMIT_MB, METRICS_KEPT } from "@/lib/config/limits";
import { loadAppMemory, loadAppState } from "./app-state-storage";
import { useAppLifecycleStore } from "./store";
import { watchMemory } from "./memory-watch.client";
import { useMetricsStore } from "./metrics-store";

const PERSON = "person";
const store = () => useAppLifecycleStore.getState();
const launch = (appId: string) =>
  store().launch({ appId, name: appId, icon: null, component: "app", type: "user" });
const statuses = () => Object.fromEntries(store().instances.map(({ appId, status }) => [appId, status]));

async function launchWith(appId: string, state: unknown): Promise<string> {
  const { id } = await launch(appId);
  store().attachHost(id, { captureState: async () => state });
  return id;
}

beforeEach(() => store().setUser(PERSON));
afterEach(async () => {
  for (const { id } of store().instances) await store().stop(id, { discard: true });
  useMetricsStore.setState({ metrics: {} });
});

describe("the lifecycle of an app", () => {
  it("suspends with its state, saves it, and resumes with it", async () => {
    const id = await launchWith("chess", { move: 7 });
    await store().suspend(id);
    expect(statuses()).toEqual({ chess: "suspended" });
    expect(await loadAppState(PERSON, "chess")).toMatchObject({ appId: "chess", state: { move: 7 } });
    expect(await launch("chess")).toMatchObject({ id, status: "running", state: { move: 7 } });
  });

  it("saves the state on stop and restores it at the next launch, unless discarded", async () => {
    await store().stop(await launchWith("chess", { move: 9 }));
    expect(store().instances).toEqual([]);
    const again = await launch("chess");
    expect(again.state).toEqual({ move: 9 });
    await store().stop(again.id, { discard: true });
    expect(await loadAppState(PERSON, "chess")).toBeNull();
  });

  it("a state that was resumed is not there a second time: the app has gone on since", async () => {
    const id = await launchWith("chess", { move: 4 });
    await store().suspend(id);
    expect((await launch("chess")).state).toEqual({ move: 4 });
    expect(await loadAppState(PERSON, "chess")).toBeNull();
  });

  it("what was open is there as suspended after a reload, with the state that was saved", async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    await store().suspend(await launchWith("chess", { move: 5 }));
    await launch("notes");
    // The page is gone without a word.
    const open = new Map(kept);
    useAppLifecycleStore.setState({ instances: [] });
    store().setUser(null);
    kept.clear();
    for (const [key, value] of open) kept.set(key, value);
    store().setUser(PERSON);
    expect(statuses()).toEqual({ chess: "suspended", notes: "suspended" });
    expect((await launch("chess")).state).toEqual({ move: 5 });
    expect((await launch("notes")).state).toBeNull();
    for (const { id } of store().instances) await store().stop(id, { discard: true });
    store().setUser("somebody else");
    expect(store().instances).toEqual([]);
    vi.unstubAllGlobals();
  });

  it("shows neither instances nor states to another user of the same browser", async () => {
    await store().stop(await launchWith("chess", { move: 1 }));
    await launch("notes");
    store().setUser("somebody else");
    expect(store().instances).toEqual([]);
    expect((await launch("chess")).state).toBeNull();
  });

  it("suspends an unresponsive app without a state", async () => {
    const { id } = await launch("mute");
    store().attachHost(id, { captureState: () => Promise.reject(new Error("no")) });
    await store().suspend(id);
    expect(statuses()).toEqual({ mute: "suspended" });
    expect(await loadAppState(PERSON, "mute")).toBeNull();
  });

  it("stops the least recently active of more than five suspended apps and saves its state", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const names = Array.from({ length: MAX_SUSPENDED_APPS + 1 }, (_, n) => `app-${n}`);
    const ids = [];
    for (const name of names) {
      vi.setSystemTime(Date.now() + 1_000);
      ids.push(await launchWith(name, { of: name }));
    }
    // The order of suspension differs from the order of last use.
    for (const id of ids.reverse()) await store().suspend(id);
    vi.useRealTimers();
    expect(Object.keys(statuses()).sort()).toEqual(names.slice(1));
    expect((await loadAppState(PERSON, "app-0"))?.state).toEqual({ of: "app-0" });
  });
});

describe("memory", () => {
  let stop: () => void = () => {};
  const heap = { usedJSHeapSize: 0 };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    Object.defineProperty(performance, "memory", { value: heap, configurable: true });
    stop = watchMemory();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    delete (performance as { memory?: unknown }).memory;
  });

  async function runningWith(appId: string, memoryMb: number): Promise<string> {
    const { id } = await launch(appId);
    store().attachHost(id, { captureState: async () => null, measureMemory: async () => memoryMb });
    return id;
  }

  it("is measured every five seconds, shown, saved, and recorded in the metrics", async () => {
    await runningWith("draw", 42);
    heap.usedJSHeapSize = 100 * 1024 * 1024;
    vi.advanceTimersByTime(MEMORY_CHECK_MS - 1);
    expect(store().instances[0]?.memoryUsage).toBeNull();
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(useMetricsStore.getState().metrics.heap).toHaveLength(1));
    expect(store().instances[0]?.memoryUsage).toBe(42);
    expect(await loadAppMemory(PERSON)).toMatchObject([{ appId: "draw", memoryUsage: 42 }]);
    expect(useMetricsStore.getState().metrics.heap).toMatchObject([{ value: 100, unit: "MB" }]);
  });

  it("over the limit suspends background apps but not the foreground app", async () => {
    const front = await runningWith("front", 300);
    await runningWith("behind", 300);
    store().setForeground(front);
    heap.usedJSHeapSize = (MEMORY_LIMIT_MB + 1) * 1024 * 1024;
    vi.advanceTimersByTime(MEMORY_CHECK_MS);
    await vi.waitFor(() => expect(statuses()).toEqual({ front: "running", behind: "suspended" }));
  });

  it("at the limit suspends no app", async () => {
    await runningWith("one", 300);
    heap.usedJSHeapSize = MEMORY_LIMIT_MB * 1024 * 1024;
    vi.advanceTimersByTime(MEMORY_CHECK_MS);
    await vi.waitFor(() => expect(useMetricsStore.getState().metrics.heap).toHaveLength(1));
    expect(statuses()).toEqual({ one: "running" });
  });
});

it("keeps the last hundred measurements of each name", () => {
  const { record } = useMetricsStore.getState();
  for (let n = 0; n < METRICS_KEPT + 20; n += 1) record({ name: "start", value: n, unit: "ms" });
  record({ name: "other", value: 1, unit: "ms" });
  const { metrics } = useMetricsStore.getState();
  expect(metrics.start).toHaveLength(100);
  expect(metrics.start?.[0]?.value).toBe(20);
  expect(metrics.other).toHaveLength(1);
});
