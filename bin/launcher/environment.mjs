import fs from "node:fs";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { ROOT } from "./paths.mjs";

/** Reads `.env.local` and `.env`; variables that are already set win. */
export function loadDotEnv() {
  for (const name of [".env.local", ".env"]) {
    const file = path.join(ROOT, name);
    if (fs.existsSync(file)) process.loadEnvFile(file);
  }
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/;

/**
 * Where the product listens, and the address that people open.
 * @throws {Fault} if PORT or APP_URL is invalid, or if the instance is public and its forms have neither Turnstile nor
 *   TURNSTILE_DISABLED=1
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
  const hasTurnstile = env.TURNSTILE_SITE_KEY && env.TURNSTILE_SECRET_KEY;
  const isTurnstileDisabled = ["1", "true"].includes(env.TURNSTILE_DISABLED ?? "");
  if (!LOOPBACK.test(hostname) && !hasTurnstile && !isTurnstileDisabled) {
    throw new Fault(
      `${appUrl} is public, and its forms have no human check. Set TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY, or TURNSTILE_DISABLED=1 to do without.`,
    );
  }
  return { port, host, appUrl };
}
