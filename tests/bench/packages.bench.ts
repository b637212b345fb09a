import { execFileSync } from "node:child_process";
import path from "node:path";
import type { Bench } from "./support/bench";
import { median } from "./support/report";

const ROUNDS = 3;
const SCRIPT = path.resolve(import.meta.dirname, "../support/open-large.ts");

const bench: Bench = {
  title: "A package at the default limits, opened by the server",
  run: async ({ report }) => {
    const results = Array.from(
      { length: ROUNDS },
      () =>
        JSON.parse(
          execFileSync(process.execPath, ["--import", "tsx", SCRIPT], { encoding: "utf8" }),
        ) as Record<"blockedMs" | "milliseconds", number>,
    );
    const value = (key: keyof (typeof results)[number]): number => median(results.map((one) => one[key]));
    report.figure({
      what: "longest pause of everything else",
      value: value("blockedMs"),
      unit: "ms",
      limit: 200,
    });
    report.figure({ what: "in all", value: value("milliseconds"), unit: "ms" });
  },
};

export default bench;
