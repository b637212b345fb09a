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

/**
 * Where the product listens and under which address people reach it.
 * @throws {Fault} where PORT or APP_URL is not usable
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
  return { port, host, appUrl };
}
