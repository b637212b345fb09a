import { describe, expect, it } from "vitest";
import {
  beyondMemoryLimit,
  beyondSuspendedLimit,
  findInstance,
  launch,
  resume,
  setMemory,
  stop,
  suspend,
  touch,
  type AppInstance,
  type LaunchedApp,
} from "./rules";

const PAD: LaunchedApp = { appId: "pad", name: "Pad", icon: null, component: "sandbox", type: "user" };

function instance(id: string, more: Partial<AppInstance> = {}): AppInstance {
  return { ...PAD, id, appId: id, status: "running", lastActive: 0, state: null, memoryUsage: null, ...more };
}

describe("launch", () => {
  it("starts a running instance", () => {
    const [started] = launch([], { app: PAD, id: "1", now: 5 });
    expect(started).toMatchObject({
      id: "1",
      appId: "pad",
      status: "running",
      lastActive: 5,
      memoryUsage: null,
    });
  });

  it("resumes an instance that is not stopped, with its state", () => {
    const suspended = suspend(launch([], { app: PAD, id: "1", now: 5 }), "1", { level: 3 });
    const [again, ...others] = launch(suspended, { app: PAD, id: "2", now: 9 });
    expect(again).toMatchObject({ id: "1", status: "running", lastActive: 9, state: { level: 3 } });
    expect(others).toEqual([]);
  });

  it("takes an app alone and in each of its rooms for different instances", () => {
    const inRoom = { ...PAD, roomId: "r" };
    const alone = launch([], { app: PAD, id: "1", now: 1 });
    const both = launch(alone, { app: inRoom, id: "2", now: 2 });
    expect(both.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(launch(both, { app: inRoom, id: "3", now: 3 })).toHaveLength(2);
    expect(findInstance(both, "pad")?.id).toBe("1");
    expect(findInstance(both, "pad@r")?.id).toBe("2");
  });

  it("replaces a stopped one", () => {
    const list = launch([instance("pad", { status: "stopped" })], { app: PAD, id: "2", now: 1 });
    expect(list.map((entry) => entry.id)).toEqual(["2"]);
  });
});

describe("suspend, resume, stop", () => {
  it("suspend keeps the state for resume", () => {
    const suspended = suspend([instance("a", { memoryUsage: 40 })], "a", "saved");
    expect(suspended[0]).toMatchObject({ status: "suspended", state: "saved", memoryUsage: null });
    expect(resume(suspended, "a", 7)[0]).toMatchObject({ status: "running", state: "saved", lastActive: 7 });
  });

  it("only running apps can be suspended, only suspended ones resumed", () => {
    const suspended = suspend([instance("a")], "a", 1);
    expect(suspend(suspended, "a", 2)[0]!.state).toBe(1);
    expect(resume([instance("a", { lastActive: 3 })], "a", 9)[0]!.lastActive).toBe(3);
  });

  it("stop removes the instance", () => {
    const list = stop([instance("a"), instance("b")], "a");
    expect(findInstance(list, "a")).toBeNull();
    expect(findInstance(list, "b")).not.toBeNull();
  });

  it("touch and memory change one instance", () => {
    expect(touch([instance("a"), instance("b")], "b", 4).map((entry) => entry.lastActive)).toEqual([0, 4]);
    expect(setMemory([instance("a")], "a", 12)[0]!.memoryUsage).toBe(12);
  });
});

describe("limits", () => {
  it("stops the least recently active beyond five suspended", () => {
    const list = [3, 1, 2, 6, 5, 4, 7].map((time) =>
      instance(`a${time}`, { status: "suspended", lastActive: time }),
    );
    expect(beyondSuspendedLimit(list, 5)).toEqual(["a1", "a2"]);
    expect(beyondSuspendedLimit(list.slice(0, 5), 5)).toEqual([]);
  });

  it("leaves running apps out of the count", () => {
    const list = Array.from({ length: 9 }, (_, index) => instance(`r${index}`));
    expect(beyondSuspendedLimit(list, 5)).toEqual([]);
  });

  it("suspends the least recently active in the background until the heap is below its limit", () => {
    const list = [
      instance("front", { lastActive: 0, memoryUsage: 300 }),
      instance("old", { lastActive: 1, memoryUsage: 60 }),
      instance("mid", { lastActive: 2, memoryUsage: 60 }),
      instance("new", { lastActive: 3, memoryUsage: 60 }),
    ];
    const over = (heapMb: number) => beyondMemoryLimit(list, { heapMb, limitMb: 500, foregroundId: "front" });
    expect(over(500)).toEqual([]);
    expect(over(550)).toEqual(["old"]);
    expect(over(600)).toEqual(["old", "mid"]);
  });

  it("suspends one at a time if the memory is unknown", () => {
    const list = [instance("a", { lastActive: 1 }), instance("b", { lastActive: 2 })];
    expect(beyondMemoryLimit(list, { heapMb: 900, limitMb: 500, foregroundId: null })).toEqual(["a"]);
  });
});
