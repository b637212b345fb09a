import fs from "node:fs";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { ROOT } from "./paths.mjs";

/** Reads `.env.local` and `.env`, if they are there; what the environment says already wins. */
export function loadDotEnv() {
  const found = [".env.local", ".env"].filter((name) => fs.existsSync(path.join(ROOT, name)));
  for (const name of found) process.loadEnvFile(path.join(ROOT, name));
  return found;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/;

/**
 * Where the product listens and under which address people reach it.
 * @throws {Fault} where PORT or APP_URL is not usable, or where strangers can reach the instance and its forms are
 *   neither protected by Turnstile nor said to need no protection
 */
export function readAddress(env = process.env) {
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Fault(
      `PORT is "${env.PORT}", which is not a port. Set it to a number from 1 to 65535, or leave it out for 3000.`,
    );
  }
  const host = env.HOST || "127.0.0.1";
  const appUrl = (env.APP_URL || `http://localhost:${port}`).replace(/\/+$/, "");
  if (!URL.canParse(appUrl) || !/^https?:/.test(appUrl)) {
    throw new Fault(
      `APP_URL is "${env.APP_URL}", which is not an address. Set it to what people open, like https://gum.example.`,
    );
  }
  const { hostname } = new URL(appUrl);
  const protectedForms = env.TURNSTILE_SITE_KEY && env.TURNSTILE_SECRET_KEY;
  const saidToNeedNone = ["1", "true"].includes(env.TURNSTILE_DISABLED ?? "");
  if (!LOOPBACK.test(hostname) && !protectedForms && !saidToNeedNone) {
    throw new Fault(
      `${appUrl} is open to everybody, and its forms have no human check. Set TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY, or TURNSTILE_DISABLED=1 to do without.`,
    );
  }
  return { port, host, appUrl };
}
