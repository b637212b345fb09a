/** `npm run build`: generated code and the production build, where they are older than their sources. `-- --force` builds anyway. */
import "./launcher/node-version.mjs";
import path from "node:path";

const { buildApplication } = await import("./launcher/build-steps.mjs");
const { loadDotEnv } = await import("./launcher/environment.mjs");
const { writeStamp } = await import("./launcher/fingerprint.mjs");
const { ensureVarDir, varDir } = await import("./launcher/paths.mjs");
const { report, step } = await import("./launcher/steps.mjs");
const { generate } = await import("./launcher/local-stack.mjs");

try {
  loadDotEnv();
  const dir = varDir();
  const logDir = path.join(dir, "log");
  ensureVarDir(dir);
  if (process.argv.includes("--force"))
    for (const name of ["client", "frame", "build"]) writeStamp(name, null);
  await generate(logDir);
  await step("Application", async (note) => note((await buildApplication(logDir)) ? "built" : "up to date"));
} catch (error) {
  report(error);
}
