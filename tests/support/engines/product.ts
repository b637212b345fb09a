/** The main path and the examples, in another engine. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshAccount, PASSWORD } from "../accounts";
import { startServer, type TestServer } from "../server";
import { countingApp } from "../store";
import { until, type Engine, type EngineName, type EnginePage } from "./engine";
import { openEngine } from "./open";

const EXAMPLES = ["Headcount", "Inkstone", "Kasane", "Margin", "Minuet", "Sorami", "Takt", "Warikan"];
const FRAME = "[data-app-status]";

/** React keeps an element's props at the element once it has hydrated it. */
const HYDRATED = `return [...document.querySelectorAll("a, button, input")].some((one) => Object.keys(one).some((key) => key.startsWith("__reactProps")))`;

export function tryProduct(name: EngineName): void {
  let server: TestServer;
  let engine: Engine;
  let page: EnginePage;
  beforeAll(async () => {
    server = await startServer({ seed: true });
    engine = await openEngine(name);
    page = await engine.page();
  });
  afterAll(async () => {
    await engine?.close();
    await server?.dispose();
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(server.url + path);
    await until(() => page.run(HYDRATED), `${path} is hydrated`);
  };
  const at = (pattern: RegExp): Promise<unknown> =>
    until(async () => pattern.test(await page.run<string>("return location.href")), `the page is ${pattern}`);
  const started = (): Promise<unknown> =>
    until(() => page.run("return Boolean(document.querySelector('[data-app-status=running]'))"), "it runs");

  test("sign up, post, like", async () => {
    const account = freshAccount();
    await open("/signup");
    for (const [field, text] of Object.entries({
      email: account.email,
      username: account.username,
      displayName: "Somebody New",
      password: PASSWORD,
    }))
      await page.type({ css: `[name=${field}]` }, text);
    await page.click({ css: "button", name: "Create account" });
    await at(/\/onboarding/);
    const code = await until(async () => {
      const html = await (await fetch(`${server.url}/outbox?to=${encodeURIComponent(account.email)}`)).text();
      return /(?<!\d)\d{6}(?!\d)/.exec(html.replace(/<[^>]+>/g, " "))?.[0];
    }, "the code is mailed");
    await page.type({ css: "[name=code]" }, code!);
    await page.click({ css: "[type=checkbox], [role=checkbox]" });
    await page.click({ css: "button", name: "Agree and continue" });
    await page.click({ css: "button", name: "Start using Gum" });
    await at(/\/timeline/);
    const text = `こんにちは ${account.username}`;
    await page.type({ css: "textarea", name: "What to post" }, text);
    await page.click({ css: "button", name: "Post" });
    const card = `const card = [...document.querySelectorAll("article")].find((one) => one.textContent.includes(args[0]));`;
    await until(() => page.run(`${card} return Boolean(card)`, [text]), "the post is there");
    await open("/timeline");
    await until(() => page.run(`${card} return Boolean(card)`, [text]), "the post is still there");
    await page.run(
      `${card} [...card.querySelectorAll("button")].find((one) => /^Like/.test(one.ariaLabel ?? one.textContent)).click()`,
      [text],
    );
    await until(
      () => page.run(`${card} return Boolean(card.querySelector("[aria-pressed=true]"))`, [text]),
      "it is liked",
    );
  });

  test("upload an app, run it, save, reload", async () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "gum-engine-")), "app.gum");
    fs.writeFileSync(file, countingApp({ name: `Counter ${Date.now()}`, description: "Counts." }));
    await open("/add-app");
    await page.upload({ css: "label.file-drop input[type=file]" }, file);
    await until(
      () => page.run("return document.body.innerText.includes('Ready to upload')"),
      "it is checked",
    );
    await page.click({ css: "button", name: "Upload" });
    await at(/\/apps\/[0-9a-f-]{36}$/);
    const url = await page.run<string>("return location.pathname");
    await open(`${url}/run`);
    await started();
    await until(
      () => page.run("return document.querySelector('h1')?.textContent === 'It runs'", [], FRAME),
      "it is shown",
    );
    await page.click({ css: "#title", frame: FRAME });
    await until(
      () =>
        page.run(
          `const answer = await fetch("/api" + args[0] + "/storage"); return JSON.stringify(await answer.json()).includes('"value":"1"')`,
          [url],
        ),
      "the account keeps it",
    );
    await page.reload();
    await started();
    await until(
      () => page.run("return document.querySelector('#saved')?.textContent === '1'", [], FRAME),
      "it is back",
    );
    fs.rmSync(path.dirname(file), { recursive: true });
  });

  test.each(EXAMPLES)("%s starts and works", async (example) => {
    const id = await page.run<string>(
      `const answer = await fetch("/api/apps/public?search=" + args[0]); return (await answer.json()).items.find((app) => app.name === args[0]).id`,
      [example],
    );
    await open(`/apps/${id}/run`);
    // An app that declares hosts asks first where the engine cannot keep it to them.
    if (example === "Sorami") await page.click({ css: "[role=alertdialog] button", name: "Run" });
    await started();
    const controls = `return [...document.querySelectorAll("button, input, canvas, a")].filter((one) => one.getBoundingClientRect().width > 0).length`;
    await until(async () => (await page.run<number>(controls, [], FRAME)) > 1, "it shows its controls");
    await page.run(
      "window.problems = []; addEventListener('error', (event) => problems.push(event.message))",
      [],
      FRAME,
    );
    await page.click({ css: "button:not(:disabled)", frame: FRAME });
    expect(await page.run("return problems", [], FRAME)).toEqual([]);
    expect(await page.run("return Boolean(document.querySelector('[data-app-status=running]'))")).toBe(true);
  });
}
