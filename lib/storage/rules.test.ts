import { describe, expect, it } from "vitest";
import { afterSave, hasArrived, isRefused, type WriterHead } from "./rules";

const writer = "phone:".padEnd(28, "a");
const head: WriterHead = { revision: 3, writer, writerSince: 0, isOpen: true, saves: ["before"] };

describe("a save in several requests", () => {
  it("marks those that it supersedes as arrived with its last request, which has all changes", () => {
    const supersedes = ["earlier"];
    const first = afterSave(head, { writer, base: 3, supersedes });
    expect(hasArrived(first, { saveId: "earlier" })).toBe(false);
    const last = afterSave(first, { writer, base: 4, supersedes, saveId: "whole" });
    expect(hasArrived(last, { saveId: "earlier" })).toBe(true);
    expect(last.saves.at(-1)).toBe("whole");
  });

  it("is accepted where the last save is one of those that it supersedes", () => {
    const other = { writer: "phone:".padEnd(28, "b"), base: 2, release: true };
    expect(isRefused(head, other)).toBe(true);
    expect(isRefused(head, { ...other, supersedes: ["before"] })).toBe(false);
  });
});
