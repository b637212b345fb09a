import { afterEach, expect, it, vi } from "vitest";
import { Fault } from "../launcher/fault.mjs";
import { assertComplete } from "./verify.mjs";

afterEach(() => vi.restoreAllMocks());

function printed(missing, known) {
  const lines = vi.spyOn(console, "error").mockImplementation(() => {});
  assertComplete({ missing, known: new Set(known) });
  return lines.mock.calls.flat();
}

it("takes a backup that has every file, or lacks only what was gone when it was made", () => {
  expect(printed([], [])).toEqual([]);
  expect(printed(["icons/a.png"], ["icons/a.png", "icons/b.png"])).toEqual([
    "Missing: icons/a.png",
    "Missing: 1 referenced files were not in the store at the backup.",
  ]);
});

it("refuses a backup that lacks another file, or does not say what was gone", () => {
  expect(() => printed(["icons/a.png", "icons/b.png"], ["icons/a.png"])).toThrow(Fault);
  expect(() => printed(["icons/a.png"], [])).toThrow(/1 files that rows name are not in the backup/);
});
