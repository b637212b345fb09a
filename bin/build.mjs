/** `npm run build`: generated code and the production build, where they are older than their sources. `-- --force` always builds. */
import "./launcher/node-version.mjs";
import path from "node:path";
import { ensureBuilt, ensureGenerated } from "./launcher/build-steps.mjs";
import { loadDotEnv } from "./launcher/environment.mjs";
import { writeStamp } from "./launcher/fingerprint.mjs";
import { ensureVarDir, varDir } from "./launcher/paths.mjs";
import { report } from "./launcher/steps.mjs";

try {
  loadDotEnv();
  const dir = varDir();
  const logDir = path.join(dir, "log");
  ensureVarDir(dir);
  if (process.argv.includes("--force"))
    for (const name of ["client", "frame", "build"]) writeStamp(name, null);
  await ensureGenerated(logDir);
  await ensureBuilt(logDir);
} catch (error) {
  report(error);
}
