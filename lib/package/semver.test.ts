import { describe, expect, it } from "vitest";
import { compareSemver, isHigherVersion, isSemver } from "./semver";

describe("semver", () => {
  it.each(["0.0.0", "1.0.0", "10.20.30", "1.0.0-alpha.1", "1.0.0-x-y.7+build.009", "1.0.0+2026"])(
    "takes %s",
    (text) => {
      expect(isSemver(text)).toBe(true);
    },
  );

  it.each([
    "",
    "1",
    "1.0",
    "v1.0.0",
    "01.0.0",
    "1.0.0-",
    "1.0.0-01",
    "1.0.0 ",
    "1.0.0\n",
    "1.-1.0",
    "1e3.0.0",
    `1.0.0-${"a".repeat(99)}`,
  ])("refuses %j", (text) => {
    expect(isSemver(text)).toBe(false);
  });

  it("orders as semver.org does", () => {
    const ordered = [
      "0.9.9",
      "1.0.0-1",
      "1.0.0-9",
      "1.0.0-10",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.1",
      "1.2.0",
      "1.10.0",
      "2.0.0",
    ];
    for (let i = 0; i < ordered.length; i++) {
      for (let j = 0; j < ordered.length; j++) {
        expect(Math.sign(compareSemver(ordered[i]!, ordered[j]!))).toBe(Math.sign(i - j));
      }
    }
  });

  it("does not count build metadata", () => {
    expect(compareSemver("1.0.0+a", "1.0.0+b")).toBe(0);
    expect(isHigherVersion("1.0.0+b", "1.0.0+a")).toBe(false);
  });

  it("throws for what is no version", () => {
    expect(() => compareSemver("1.0", "1.0.0")).toThrow("Not a version: 1.0");
  });
});
