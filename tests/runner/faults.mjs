/** `npm run test:faults`: twenty rounds of faults, or as many as are asked for: `npm run test:faults -- 40`. */
import { spawn } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const [rounds = "20"] = process.argv.slice(2);
const child = spawn(process.execPath, ["bin/test.mjs", "--full", "integration", "integration/faults.full"], {
  cwd: ROOT,
  env: { ...process.env, FAULT_ROUNDS: rounds },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (status) => {
  if (status === 0) console.log("\n  How long each took: var/test/faults.md");
  process.exit(status ?? 1);
});
