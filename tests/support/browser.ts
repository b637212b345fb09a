import fs from "node:fs";
import { chromium } from "playwright";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** A Chromium of this machine: the one that CHROMIUM names, Playwright's own, or a system one. Undefined where there is none. */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM, chromium.executablePath(), ...SYSTEM_BROWSERS].find(
    (file) => file && fs.existsSync(file),
  );
}

/** How Chromium is started for tests and screenshots; root has no sandbox. */
export function launchOptions(): { executablePath: string | undefined; args: string[] } {
  const args = ["--disable-gpu", "--disable-background-networking"];
  return { executablePath: findBrowser(), args: process.getuid?.() === 0 ? ["--no-sandbox", ...args] : args };
}
