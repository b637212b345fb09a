import fs from "node:fs";
import path from "node:path";
import { installDebian } from "./debian.mjs";

/** The reverse proxies that docs/deploy has examples for, as Debian's packages of the same names install them. */
const PROGRAMS = { nginx: "/usr/sbin/nginx", caddy: "/usr/bin/caddy" };

/** The program of a proxy, if it is on this machine. @param {keyof typeof PROGRAMS} name */
export const findProxy = (name) => (fs.existsSync(PROGRAMS[name]) ? PROGRAMS[name] : undefined);

/** Gets the proxies that are missing, where that is possible. @returns {Promise<string>} which there are, in a few words */
export async function ensureProxies(logDir) {
  const names = /** @type {(keyof typeof PROGRAMS)[]} */ (Object.keys(PROGRAMS));
  const missing = names.filter((name) => !findProxy(name));
  await installDebian(missing, path.join(logDir, "proxies.log"));
  return names.map((name) => (findProxy(name) ? name : `no ${name}`)).join(", ");
}
