import { beforeEach, describe, expect, it, vi } from "vitest";
import { TOAST_REMOVE_DELAY_MS } from "@/lib/config/limits";
import { dismissToast, toast, useToasts } from "./toast";

const shown = () => useToasts.getState().toasts.map(({ title, open }) => ({ title, open }));

describe("toasts", () => {
  beforeEach(() => useToasts.setState({ toasts: [] }));

  it("shows one at a time: a new one takes the place of the one before", () => {
    toast("a");
    toast("b");
    expect(shown()).toEqual([{ title: "b", open: true }]);
  });

  it("updates the one that is shown, as a new version", () => {
    toast("a", { id: "same" });
    const before = useToasts.getState().toasts[0]!.version;
    toast("b", { id: "same" });
    expect(shown()).toEqual([{ title: "b", open: true }]);
    expect(useToasts.getState().toasts[0]!.version).toBeGreaterThan(before);
  });

  it("dismisses one, or whatever is open, and opens it again", () => {
    const id = toast("a");
    dismissToast("other");
    expect(shown()).toEqual([{ title: "a", open: true }]);
    dismissToast();
    expect(shown()).toEqual([{ title: "a", open: false }]);
    toast("a", { id });
    expect(shown()).toEqual([{ title: "a", open: true }]);
  });

  it("removes what was dismissed at last, but not what was shown again meanwhile", () => {
    vi.useFakeTimers();
    const id = toast("a");
    dismissToast(id);
    toast("a", { id });
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS);
    expect(shown()).toEqual([{ title: "a", open: true }]);
    dismissToast(id);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1);
    expect(shown()).toEqual([{ title: "a", open: false }]);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
    vi.useRealTimers();
  });
});
