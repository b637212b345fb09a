/** `npm run test:upgrade`: from the previous release to this one, or from any commit or tag: `npm run test:upgrade -- v1.2.0`. */
import { spawn } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** The last release before reviews and trials. */
const [from = "35b26a913435"] = process.argv.slice(2);
const child = spawn(process.execPath, ["bin/test.mjs", "--full", "integration", "integration/upgrade.full"], {
  cwd: ROOT,
  env: { ...process.env, UPGRADE_FROM: from },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (status) => process.exit(status ?? 1));
