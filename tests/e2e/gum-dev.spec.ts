import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { CreatedToken } from "@/lib/auth/token-contract";
import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { callAs } from "../support/posts";
import { appFrame, scriptsRun } from "../support/store";

const ROOT = path.resolve(import.meta.dirname, "../..");
const COMMAND = path.join(ROOT, "bin/gum.mjs");
/** A hundred megabytes are packed and hashed, on a machine that does other things, too. */
const PACKING = { timeout: 120_000 };

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
      // It says so when it has the answer, of which the page hears at the same time.
      await expect.poll(dev.output).toContain("that state is in its history now");
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
      const count = appFrame(page).getByRole("button", { name: "Count" });
      await scriptsRun(count);
      await count.click();
      await expect(appFrame(page).getByRole("status")).toHaveText("1");
      fs.writeFileSync(path.join(app, "main.ts"), "const text: string = 'x';\nlet broken: = 1;\n");
      await expect.poll(dev.output).toMatch(/main\.ts:2:\d+ {2}error/);
      await expect.poll(dev.output).toContain("Not sent: 1 error.");
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

test(
  "gum dev runs a folder that is larger than the playground from here, with every change",
  { tag: "@full" },
  async ({ page, baseURL }) => {
    test.slow();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-dev-"));
    const write = (text: string) =>
      fs.writeFileSync(
        path.join(folder, "index.html"),
        `<!doctype html><title>Atlas</title><h1>${text}</h1><output></output><script>
          localStorage.starts = Number(localStorage.starts ?? 0) + 1;
          (async () => {
            const sizes = await Promise.all(["a", "b"].map(async (name) => (await (await fetch(name + ".zip")).arrayBuffer()).byteLength));
            document.querySelector("output").textContent = [localStorage.starts, ...sizes].join(" ");
          })();
        </script>`,
      );
    write("First");
    for (const name of ["a", "b", "c"])
      fs.writeFileSync(path.join(folder, `${name}.zip`), randomBytes(10_000_000));
    const dev = await startDev(page, folder, baseURL!);
    try {
      await dev.open();
      expect(new URL(page.url()).hostname).toBe("localhost");
      expect(dev.output()).toContain("the playground holds up to 500 files and 10 MB");
      await expect(appFrame(page).getByRole("heading", { name: "First" })).toBeVisible();
      await expect(appFrame(page).getByRole("status")).toHaveText("1 10000000 10000000");
      write("Second");
      await expect(appFrame(page).getByRole("heading", { name: "Second" })).toBeVisible();
      await expect(appFrame(page).getByRole("status")).toHaveText("2 10000000 10000000");
      // Above the limits it goes on as it was.
      for (const name of ["d", "e"])
        fs.writeFileSync(path.join(folder, `${name}.zip`), randomBytes(40_000_000));
      await expect
        .poll(dev.output, PACKING)
        .toMatch(/Packed by Gum it has 10\d(\.\d+)? MB; the limit is 100 MB/);
      await expect(appFrame(page).getByRole("heading", { name: "Second" })).toBeVisible();
      fs.rmSync(path.join(folder, "e.zip"));
      write("Third");
      await expect(appFrame(page).getByRole("heading", { name: "Third" })).toBeVisible(PACKING);
      expect(await dev.interrupt()).toBe(0);
      await expect(page.getByRole("alert")).toHaveText("gum dev has ended.");
    } finally {
      await dev.kill();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("gum dev names the limit that a folder exceeds", { tag: "@full" }, async () => {
  test.slow();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-dev-"));
  const devOf = () => spawnSync(process.execPath, [COMMAND, "dev", folder], { encoding: "utf8", ...PACKING });
  try {
    fs.writeFileSync(path.join(folder, "index.html"), "<h1>Many</h1>");
    for (let n = 0; n < 2_000; n += 1) fs.writeFileSync(path.join(folder, `${n}.txt`), "");
    expect(devOf()).toMatchObject({ status: 1, stdout: expect.stringContaining("the limit is 2,000") });
    for (let n = 0; n < 2_000; n += 1) fs.rmSync(path.join(folder, `${n}.txt`));
    for (let n = 0; n < 4; n += 1) fs.writeFileSync(path.join(folder, `${n}.txt`), Buffer.alloc(80_000_000));
    expect(devOf()).toMatchObject({ status: 1, stdout: expect.stringContaining("the limit is 300 MB") });
    for (let n = 0; n < 4; n += 1) fs.writeFileSync(path.join(folder, `${n}.txt`), randomBytes(30_000_000));
    expect(devOf()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("the limit is 100 MB"),
      stderr: expect.stringContaining("Not run: 1 error."),
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test("a project of somebody else does not open", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  // What it says goes after 5 s, which the rest of the page may take to load.
  await page.goto("/playground?project=01a21778-c80d-7c31-9407-daf729667978", { waitUntil: "commit" });
  await expect(page.getByText("This project is not in your account.")).toBeVisible();
  await expect(page).toHaveURL("/playground");
});
