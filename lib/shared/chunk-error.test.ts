import { describe, expect, it } from "vitest";
import { isChunkError } from "./chunk-error";

describe("a part that could not be fetched", () => {
  it.each([
    "Failed to load chunk /_next/static/chunks/0a.js from module 1",
    "Loading chunk 12 failed.",
    "Failed to fetch dynamically imported module: https://gum.test/a.js",
    "error loading dynamically imported module: https://gum.test/a.js",
    "Importing a module script failed.",
  ])("is told by %j", (message) => expect(isChunkError(new Error(message))).toBe(true));

  it("is not any other failure", () => {
    expect(isChunkError(new Error("Failed to fetch"))).toBe(false);
    expect(isChunkError("Failed to load chunk")).toBe(false);
  });
});
