import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { CreatedToken } from "@/lib/auth/token-contract";
import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { callAs } from "../support/posts";
import { appFrame } from "../support/store";

const ROOT = path.resolve(import.meta.dirname, "../..");
const COMMAND = path.join(ROOT, "bin/gum.mjs");

/** `gum dev` for a new person. */
async function startDev(page: Page, folder: string, to: string) {
  await signUpOnboarded(page);
  await page.goto("/settings");
  const { token } = await callAs<CreatedToken>(page, "POST", "/v2/auth/tokens", {
    name: "Editor",
    scopes: ["apps:publish"],
    expiresInDays: 1,
  });
  const env = { ...process.env, GUM_TOKEN: token };
  const child = spawn(process.execPath, [COMMAND, "dev", folder, "--to", to], { env });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once("close", resolve));
  const end = (signal: "SIGINT" | "SIGKILL") => {
    child.kill(signal);
    return ended;
  };
  return {
    output: () => output,
    /** Opens the playground at the address that it prints. */
    async open() {
      await expect.poll(() => output, { timeout: 60_000 }).toContain("Ctrl+C ends it");
      await page.goto(/Open (\S+)/.exec(output)![1]!);
    },
    interrupt: () => end("SIGINT"),
    kill: () => end("SIGKILL"),
  };
}

test(
  "gum dev sends a folder to the playground with every change, and nothing edited there is lost",
  { tag: "@full" },
  async ({ page, baseURL }) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-dev-"));
    const write = (text: string) => fs.writeFileSync(path.join(folder, "index.html"), text);
    write("<!doctype html><title>Maze</title><h1>First</h1>");
    const dev = await startDev(page, folder, baseURL!);
    try {
      await dev.open();
      await expect(appFrame(page).getByRole("heading", { name: "First" })).toBeVisible();
      // No reload: the open playground follows the folder, and the file shown stays.
      write("<!doctype html><title>Maze</title><h1>Second</h1>");
      fs.writeFileSync(path.join(folder, "app.js"), "console.log('there')");
      await expect(appFrame(page).getByRole("heading", { name: "Second" })).toBeVisible();
      const editor = page.getByRole("textbox", { name: "Text of index.html" });
      await expect(editor).toContainText("Second");
      await expect(page.getByRole("navigation", { name: "Files" }).getByText("app.js")).toBeVisible();

      await editor.fill("<!doctype html><title>Maze</title><h1>In the browser</h1>");
      await expect(page.getByText("Saving…")).toBeVisible();
      await expect(page.getByText("Saved in your account")).toBeVisible();
      write("<!doctype html><title>Maze</title><h1>Third</h1>");
      await expect(appFrame(page).getByRole("heading", { name: "Third" })).toBeVisible();
      expect(dev.output()).toContain("that state is in its history now");
      const id = /project=([\w-]+)/.exec(dev.output())![1]!;
      const { items } = await callAs<{ items: unknown[] }>(page, "GET", `/v2/projects/${id}/versions`);
      expect(items).toHaveLength(2);

      expect(await dev.interrupt()).toBe(0);
      expect(JSON.parse(fs.readFileSync(path.join(folder, ".gum.json"), "utf8"))).toEqual({
        projects: { [new URL(baseURL!).origin]: id },
      });
    } finally {
      await dev.kill();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);

test(
  "gum dev builds TypeScript with every change, and names file, line and column of an error",
  { tag: "@full" },
  async ({ page, baseURL }) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-dev-"));
    const app = path.join(folder, "typed");
    execFileSync(process.execPath, [COMMAND, "init", app, "--template", "typescript"]);
    fs.mkdirSync(path.join(app, "node_modules"));
    fs.symlinkSync(path.join(ROOT, "node_modules/esbuild"), path.join(app, "node_modules/esbuild"));
    const dev = await startDev(page, app, baseURL!);
    try {
      await dev.open();
      await appFrame(page).getByRole("button", { name: "Count" }).click();
      await expect(appFrame(page).getByRole("status")).toHaveText("1");
      fs.writeFileSync(path.join(app, "main.ts"), "const text: string = 'x';\nlet broken: = 1;\n");
      await expect.poll(dev.output).toMatch(/main\.ts:2:\d+ {2}error/);
      expect(dev.output()).toContain("Not sent: 1 error.");
      fs.writeFileSync(
        path.join(app, "main.ts"),
        'const text: string = "Mended";\ndocument.querySelector("button")!.textContent = text;\n',
      );
      await expect(appFrame(page).getByRole("button", { name: "Mended" })).toBeVisible();
    } finally {
      await dev.kill();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("a project of somebody else does not open", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/playground?project=01a21778-c80d-7c31-9407-daf729667978");
  await expect(page.getByText("This project is not in your account.")).toBeVisible();
  await expect(page).toHaveURL("/playground");
});
