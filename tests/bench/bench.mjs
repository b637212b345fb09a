/**
 * `npm run bench`: the product beside bare servers on the same database, as figures with their limits.
 * `npm run bench -- timeline writes` runs those areas; each is a file `tests/bench/<area>.bench.ts`.
 */
import "../../bin/launcher/node-version.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const { buildApplication } = await import("../../bin/launcher/build-steps.mjs");
const { install, isInstalled } = await import("../../bin/launcher/install.mjs");
const { ROOT, ensureVarDir } = await import("../../bin/launcher/paths.mjs");
const { report, say, step } = await import("../../bin/launcher/steps.mjs");
const { generateAll } = await import("../runner/test-steps.mjs");

const dir = path.join(ROOT, "var/bench");
const logDir = path.join(dir, "log");

try {
  say("\n  Gum, benchmarks\n");
  ensureVarDir(dir);
  await step("Packages", async (note) => {
    if (isInstalled()) return note("up to date");
    await install(logDir);
    note("installed what package-lock.json says");
  });
  await step("Generated code", async (note) => note(await generateAll(logDir)));
  await step("Application", async (note) => note((await buildApplication(logDir)) ? "built" : "up to date"));
  const args = [
    "--conditions=react-server",
    "--import",
    "tsx",
    "tests/bench/run.ts",
    ...process.argv.slice(2),
  ];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production", BENCH_DIR: dir },
  });
  // The terminal tells the child as well; this process only waits until it has cleaned up.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  const [status] = await once(child, "close");
  process.exitCode = status ?? 1;
} catch (error) {
  report(error, dir);
  process.exitCode = 1;
}
