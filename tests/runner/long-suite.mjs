/**
 * Suites that take long, each with how much of it is asked for:
 * `npm run test:faults -- 40` (rounds), `test:soak -- 10` (minutes), `test:upgrade -- v1.2.0` (from that commit or tag).
 */
import { spawn } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SUITES = {
  faults: {
    files: ["faults", "rooms-faults"],
    setting: "FAULT_ROUNDS",
    // One for each fault.
    asked: "23",
    table: "How long each took: var/test/faults.md",
  },
  soak: { setting: "SOAK_MINUTES", asked: "60", table: "What was measured each minute: var/test/soak.md" },
  // The last release before reviews and trials.
  upgrade: { setting: "UPGRADE_FROM", asked: "35b26a913435" },
};

const [name, asked = SUITES[name].asked] = process.argv.slice(2);
const { files = [name], setting, table } = SUITES[name];
const filters = files.map((file) => `integration/${file}.full`);
const child = spawn(process.execPath, ["bin/test.mjs", "--full", "integration", ...filters], {
  cwd: ROOT,
  env: { ...process.env, [setting]: asked },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (status) => {
  if (table) console.log(`\n  ${table}`);
  process.exit(status ?? 1);
});
