import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { appFrame } from "../support/store";

const open = (page: Page, file: string) =>
  page.getByRole("navigation", { name: "Files" }).getByText(file, { exact: true }).click();
const editor = (page: Page, file: string) => page.getByRole("textbox", { name: `Text of ${file}` });

test(
  "TypeScript and JSX are built, their errors lead to their source, and a package has both",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/playground?template=typed");
    const frame = appFrame(page);
    await expect(frame.getByRole("heading", { name: "To do" })).toBeVisible();
    await frame.getByRole("textbox", { name: "New task" }).fill("Write it in TypeScript");
    await frame.getByRole("button", { name: "Add" }).click();
    await expect(frame.getByRole("listitem")).toHaveText("Write it in TypeScript");

    const log = page.getByRole("log", { name: "Console" });
    await expect(log.getByText("no browser runs")).toHaveCount(0);
    await open(page, "tasks.ts");
    const typed = "export interface Task { text: string; done: boolean }\n\ntype Never = never;\n";
    await editor(page, "tasks.ts").fill(
      `${typed}export const load = async (): Promise<Task[]> => [{ text: "Second", done: false }];\nexport const save = (_: Task[]): Never => {\n  const error = new Error("not saved");\n  console.error(error);\n  throw error;\n};\n`,
    );
    await expect(frame.getByRole("listitem")).toHaveText("Second");
    // Without a press, the shell keeps the focus for the editor.
    await frame.getByRole("textbox", { name: "New task" }).click();
    await frame.getByRole("textbox", { name: "New task" }).fill("Fails");
    await frame.getByRole("button", { name: "Add" }).click();
    await log.getByRole("button", { name: "tasks.ts:6" }).first().click();
    // A stack that the app prints names the sources, too.
    await expect(log.getByText(/at save \(\S+\/tasks\.ts:6:\d+\)/)).toBeVisible();
    await expect(editor(page, "tasks.ts")).toBeFocused();

    // What cannot be built says where.
    await editor(page, "tasks.ts").fill(`${typed}export const load = ;`);
    await expect(log.getByText("The code could not be built")).toBeVisible();
    await open(page, "main.tsx");
    await log.getByRole("button", { name: "tasks.ts, line 4" }).click();
    await expect(editor(page, "tasks.ts")).toBeFocused();
    const preview = page.getByRole("region", { name: "Preview" });
    await expect(preview.getByText("The code could not be built")).toBeVisible();
    await expect(preview.getByRole("combobox", { name: "Screen" })).toBeVisible();
    await editor(page, "tasks.ts").fill('import "react";');
    await expect(log.getByText('"react" is not among the files of the project')).toBeVisible();
    await editor(page, "tasks.ts").fill(
      `${typed}export const load = async (): Promise<Task[]> => [{ text: "Back", done: true }];\nexport const save = (_: Task[]) => {};`,
    );
    await expect(frame.getByRole("listitem")).toHaveText("Back");

    await expect(log.getByText("no browser runs")).toHaveCount(0);

    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Save as .gum" }).click();
    const path = await (await saving).path();
    const files = unzipSync(new Uint8Array(await readFile(path)));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["main.js", "main.tsx", "tasks.ts"]));
    expect(strFromU8(files["index.html"]!)).toContain('src="main.js"');
    expect(strFromU8(files["main.js"]!)).not.toContain("interface");

    // Opened again it is the project, not what was built of it.
    await page.getByLabel("Open a package…").setInputFiles({
      name: "again.gum",
      mimeType: "application/zip",
      buffer: await readFile(path),
    });
    await expect(frame.getByRole("listitem")).toHaveText("Back");
    const list = page.getByRole("navigation", { name: "Files" });
    await expect(list.getByText("main.tsx", { exact: true })).toBeVisible();
    await expect(list.getByText("main.js", { exact: true })).toHaveCount(0);
  },
);

test("TypeScript is built without a connection too, after a reload", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/playground?template=typed");
  const frame = appFrame(page);
  await expect(frame.getByRole("heading", { name: "To do" })).toBeVisible();
  // What nobody has changed is not saved.
  await open(page, "tasks.ts");
  await editor(page, "tasks.ts").fill(
    'export const load = async () => [{ text: "Built online" as string, done: false }];\nexport const save = (_: unknown) => {};',
  );
  await expect(page.getByText("Saved in your account")).toBeVisible();
  await expect(frame.getByRole("listitem")).toHaveText("Built online");
  const isKept = () =>
    page.evaluate(async () => {
      const kept = [location.href, "/compiler/esbuild.wasm"].map((url) => caches.match(url));
      return (await Promise.all(kept)).every(Boolean);
    });
  await expect.poll(isKept, { timeout: 20_000 }).toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await open(page, "tasks.ts");
  await editor(page, "tasks.ts").fill(
    'export const load = async () => [{ text: "Built here" as string, done: false }];\nexport const save = (_: unknown) => {};',
  );
  await expect(frame.getByRole("listitem")).toHaveText("Built here");
});
