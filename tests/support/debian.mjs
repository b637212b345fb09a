import fs from "node:fs";
import { ROOT } from "../../bin/launcher/paths.mjs";
import { run } from "../../bin/launcher/processes.mjs";

/** Installs Debian's packages where that is possible: as root, on Debian. Whether it worked shows in what is there then. */
export async function installDebian(packages, logFile) {
  if (packages.length === 0 || process.getuid?.() !== 0 || !fs.existsSync("/usr/bin/apt-get")) return;
  // With this run level a package starts no service.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const aptGet = (...args) => run("apt-get", args, { cwd: ROOT, env, logFile }).catch(() => {});
  await aptGet("update");
  for (const name of packages) await aptGet("install", "-y", "--no-install-recommends", name);
}
