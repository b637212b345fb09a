import { describe, expect, it } from "vitest";
import { reduceToasts, type ToastRecord } from "./toast-state";

type List = ToastRecord<string>[];
const show = (list: List, id: string, content = id) => reduceToasts(list, { type: "show", id, content }, 1);

describe("toasts", () => {
  it("shows one at a time: a new one closes the one before", () => {
    const list = show(show([], "a"), "b");
    expect(list).toEqual([
      { id: "b", open: true, content: "b" },
      { id: "a", open: false, content: "a" },
    ]);
  });

  it("updates the one that is shown", () => {
    expect(show(show([], "a"), "a", "new")).toEqual([{ id: "a", open: true, content: "new" }]);
  });

  it("opens a closed one again", () => {
    const closed = reduceToasts(show([], "a"), { type: "dismiss", id: "a" }, 1);
    expect(closed[0]!.open).toBe(false);
    expect(show(closed, "a", "again")).toEqual([{ id: "a", open: true, content: "again" }]);
  });

  it("dismisses one, or whatever is open", () => {
    const list = show(show([], "a"), "b");
    expect(reduceToasts(list, { type: "dismiss", id: "a" }, 1)).toEqual(list);
    expect(reduceToasts(list, { type: "dismiss" }, 1).some((toast) => toast.open)).toBe(false);
  });

  it("removes at last", () => {
    expect(reduceToasts(show([], "a"), { type: "remove", id: "a" }, 1)).toEqual([]);
  });
});
