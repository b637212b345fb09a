import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

describe("what a package can cost the server", () => {
  it("is under a second for each broken archive, and under 150 MB for all of them", () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ["--expose-gc", "--import", "tsx", path.join(root, "tests/support/refuse-all.ts")],
      { cwd: root, encoding: "utf8", maxBuffer: 1 << 24 },
    );
    expect([status, stderr.replace(/^.*npm warn.*$/gm, "")]).toEqual([0, ""]);
    const { outcomes, grownBytes } = JSON.parse(stdout) as {
      outcomes: { what: string; code: string; milliseconds: number }[];
      grownBytes: number;
    };
    expect(outcomes.filter(({ code }) => code === "accepted").map(({ what }) => what)).toEqual([
      "50 MB of zeros, a sound package",
    ]);
    const refused = outcomes.filter(({ code }) => code !== "accepted");
    expect(Math.max(...refused.map(({ milliseconds }) => milliseconds))).toBeLessThan(3_000);
    expect(grownBytes).toBeLessThan(150 * 2 ** 20);
  });
});

describe("what a package at the limits costs the server", () => {
  it("is far less memory than its files", () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--expose-gc", "--import", "tsx", path.join(root, "tests/support/open-large.ts")],
      { cwd: root, encoding: "utf8" },
    );
    const result = JSON.parse(stdout || JSON.stringify({ stderr })) as Record<string, number>;
    expect(result.packedBytes).toBeGreaterThan(80 * 2 ** 20);
    expect(result.entries).toBe(8);
    // Its files are 288 MB, and all of them at once would be 368 with the package that is made.
    expect(result.heldBytes).toBeLessThan(220 * 2 ** 20);
  });
});
