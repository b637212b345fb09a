/**
 * `npm run bench`: the product compared with bare servers on the same database, with a limit for each figure.
 * `npm run bench -- timeline writes` runs those areas; each is a file `tests/bench/<area>.bench.ts`.
 */
import "../../bin/launcher/node-version.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { ensureBuilt, ensureGenerated } from "../../bin/launcher/build-steps.mjs";
import { ensureInstalled } from "../../bin/launcher/install.mjs";
import { ROOT, ensureVarDir } from "../../bin/launcher/paths.mjs";
import { report, say } from "../../bin/launcher/steps.mjs";

const dir = path.join(ROOT, "var/bench");
const logDir = path.join(dir, "log");

try {
  say("\n  Gum, benchmarks\n");
  ensureVarDir(dir);
  await ensureInstalled(logDir);
  await ensureGenerated(logDir);
  await ensureBuilt(logDir);
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
  // The terminal signals the child, too; this process waits until it has cleaned up.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  const [status] = await once(child, "close");
  process.exitCode = status ?? 1;
} catch (error) {
  report(error, dir);
  process.exitCode = 1;
}
