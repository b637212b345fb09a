import fs from "node:fs";
import path from "node:path";
import { installDebian } from "../debian.mjs";

export const FIREFOX = "/usr/bin/firefox-esr";

/** Where Debian puts the browser on this machine. */
export function miniBrowser() {
  return ["x86_64", "aarch64"]
    .map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
    .find((file) => fs.existsSync(file));
}

/** Debian's packages and a program of each, by engine. */
const PACKAGES = {
  Firefox: [["firefox-esr", FIREFOX]],
  WebKit: [
    ["webkit2gtk-driver", "/usr/bin/WebKitWebDriver"],
    ["xvfb", "/usr/bin/Xvfb"],
    ["dbus", "/usr/bin/dbus-run-session"],
  ],
};

/** Whether an engine is on this machine. @param {"Firefox" | "WebKit"} name */
export function hasEngine(name) {
  if (name === "WebKit" && !miniBrowser()) return false;
  return PACKAGES[name].every(([, file]) => fs.existsSync(file));
}

/** Gets the engines that are missing, where that is possible. @returns {Promise<string>} which there are, in a few words */
export async function ensureEngines(logDir) {
  const names = /** @type {("Firefox" | "WebKit")[]} */ (Object.keys(PACKAGES));
  const missing = names.filter((name) => !hasEngine(name));
  const wanted = missing.flatMap((name) => PACKAGES[name].map(([name]) => name));
  await installDebian(wanted, path.join(logDir, "engines.log"));
  return names.map((name) => (hasEngine(name) ? name : `no ${name}`)).join(", ");
}
