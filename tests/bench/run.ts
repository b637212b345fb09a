/** Runs the benchmarks: all areas, or those named. `npm run bench` prepares what they need and starts this. */
import fs from "node:fs";
import path from "node:path";
import type { Bench } from "./support/bench";
import { Report } from "./support/report";
import { SECRET } from "./support/servers";

// The product's own modules run here, too: they read the configuration once, and need no database.
process.env.NEXTAUTH_SECRET = SECRET;
process.env.DATABASE_URL ??= "postgresql://unused";

const HERE = import.meta.dirname;
const ENDING = ".bench.ts";

const areas = fs
  .readdirSync(HERE)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !areas.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}". There are: ${areas.join(", ")}.`);
  process.exit(2);
}

const dir = process.env.BENCH_DIR ?? path.resolve(HERE, "../../var/bench");
const report = new Report();
const closers: (() => Promise<unknown> | void)[] = [];
let failures = 0;

async function close(): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await Promise.resolve(closer()).catch(() => undefined);
}
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void close().finally(() => process.exit(130)));

for (const area of areas) {
  if (asked.length > 0 && !asked.includes(area)) continue;
  try {
    const { default: bench } = (await import(`./${area}${ENDING}`)) as { default: Bench };
    report.area(bench.title);
    await bench.run({ report, dir, closing: (closer) => void closers.push(closer) });
  } catch (error) {
    failures++;
    console.error(`  FAILED  ${area}:`, error);
  } finally {
    await close();
  }
}
const broken = report.summary();
process.exit(broken + failures > 0 ? 1 : 0);
