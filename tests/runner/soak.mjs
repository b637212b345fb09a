/** `npm run test:soak`: an hour of ordinary use, or as many minutes as are asked for: `npm run test:soak -- 10`. */
import { spawn } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const [minutes = "60"] = process.argv.slice(2);
const child = spawn(process.execPath, ["bin/test.mjs", "--full", "integration", "integration/soak.full"], {
  cwd: ROOT,
  env: { ...process.env, SOAK_MINUTES: minutes },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (status) => {
  console.log("\n  What was measured each minute: var/test/soak.md");
  process.exit(status ?? 1);
});
