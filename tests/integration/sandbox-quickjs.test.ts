/** Apps that run in QuickJS: what they draw and hear, and what happens to those that want too much. */
import { beforeEach, describe, expect, test } from "vitest";
import type { StageApp } from "../support/sandbox-stage";
import { full } from "../support/depth";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();
beforeEach(async () => {
  here.shell = await here.stage.shellIn(here.shell.page);
});

interface Script {
  code: string;
  files?: StageApp["files"];
  manifest?: Record<string, unknown>;
  more?: Partial<StageApp>;
}

function run({ code, files = {}, manifest = {}, more = {} }: Script) {
  return here.shell.run({
    files: { "main.js": code, ...files },
    manifest: { entry: { module: "main.js" }, runtime_target: "quickjs", ...manifest },
    ...more,
  });
}

const view = () => here.shell.page.frameLocator("#place iframe");
const problem = () => expect.poll(async () => here.shell.problems(await here.shell.events()).join("\n"));

describe("an app in QuickJS", () => {
  test("draws, hears presses and typing, keeps the caret, imports its files, saves", async () => {
    await run({
      files: {
        "lib/words.js": `export { default as data } from "../data.json"; export const hello = (name) => "Hello " + name;`,
        "data.json": `{"n":3}`,
      },
      code: `
        import { hello, data } from "./lib/words";
        let count = (await gum.storage.get("count")) ?? 0, name = "", keys = [];
        ui.onKey(({ key, down }) => { if (down) { keys.push(key); draw(); } });
        function draw() {
          ui.render(ui.column(
            ui.heading("Counter"),
            ui.text(hello(name || "you") + ", " + count + " of " + data.n, { size: "large" }),
            ui.button("More", async () => { count += 1; await gum.storage.set("count", count); draw(); }, { primary: true }),
            ui.input({ label: "Name", value: name, change: (value) => { name = value; draw(); }, submit: (value) => { name = value.toUpperCase(); draw(); } }),
            ui.toggle({ label: "On", value: count > 1, change: (on) => { count = on ? 10 : 0; draw(); } }),
            ui.choice({ label: "Kind", value: "b", options: [{ value: "a", label: "A" }, { value: "b", label: "B" }], change: (value) => { name = "chose " + value; draw(); } }),
            ui.canvas({ label: "Picture", width: 100, height: 50, draw: [["color", "accent"], ["circle", 50, 25, 20]], press: (x, y) => { name = "at " + Math.round(x) + "," + Math.round(y); draw(); } }),
            ui.text("keys " + keys.join(" ")),
          ));
        }
        draw();
        gum.ready();
      `,
      more: { id: "quick", keep: "account" },
    });
    await expect.poll(() => view().locator("body").innerText()).toContain("Hello you, 0 of 3");
    await view().getByRole("button", { name: "More" }).click();
    await view().getByText("Hello you, 1 of 3").waitFor();
    await view().getByLabel("Name").pressSequentially("Ada", { delay: 5 });
    await view().getByText("Hello Ada, 1 of 3").waitFor();
    expect(await view().getByLabel("Name").inputValue()).toBe("Ada");
    await view().getByLabel("Name").press("Enter");
    await view().getByText("Hello ADA").waitFor();
    await view().getByLabel("Kind").selectOption("a");
    await view().getByText("Hello chose a").waitFor();
    await view()
      .getByLabel("Picture")
      .click({ position: { x: 10, y: 10 } });
    await view().getByText("Hello at 10,10").waitFor();
    await view().locator("body").press("ArrowUp");
    await view().getByText("keys ArrowUp").waitFor();
    await view().getByLabel("On").check();
    await view().getByText("10 of 3").waitFor();
    const events = await here.shell.events();
    expect(here.shell.problems(events)).toEqual([]);
    expect(events.some((event) => event.type === "ready")).toBe(true);
    await expect
      .poll(async () =>
        (await here.shell.events())
          .filter((event) => event.type === "memory")
          .map(({ bytes }) => Number(bytes) > 50_000 && Number(bytes) < 5e6),
      )
      .toContain(true);
  });

  test("has no page, no network and no way to the worker", async () => {
    await run({
      code: `
        const names = ["document", "window", "fetch", "XMLHttpRequest", "WebSocket", "Worker", "postMessage", "self", "importScripts", "__host", "__facts", "__dispatch", "WebAssembly"];
        const reach = names.filter((name) => name in globalThis);
        let made = "none"; try { made = Function("return typeof document")(); } catch (error) { made = error.name; }
        console.log("RESULT", JSON.stringify({ reach, made, prototype: Object.getPrototypeOf(globalThis) === Object.prototype }));
        try { await import("https://example.com/x.js"); } catch (error) { console.log("RESULT", JSON.stringify(error.message)); }
      `,
    });
    await expect.poll(() => here.shell.results()).toHaveLength(2);
    const [{ reach, made }, imported] = (await here.shell.results()) as [
      { reach: string[]; made: string },
      string,
    ];
    expect({ reach, made }).toEqual({ reach: [], made: "undefined" });
    expect(imported).toContain("Modules are named by their path");
  });

  test("clock and random are the same at each start when asked", async () => {
    const code = `
      const seen = [Date.now(), new Date().toISOString(), Math.random(), Math.random()];
      setTimeout(() => { seen.push(Date.now()); setTimeout(() => { seen.push(Date.now(), new Date(0).getTime(), Date.UTC(2020, 0)); console.log("RESULT", JSON.stringify(seen)); }, 20); }, 50);
    `;
    const manifest = { metadata: { deterministic: { seed: 7, start: "2026-01-01T00:00:00Z" } } };
    const results = [];
    for (let start = 0; start < 2; start += 1) {
      await run({ code, manifest });
      await expect.poll(() => here.shell.results()).toHaveLength(1);
      results.push((await here.shell.results())[0]);
    }
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).toMatchObject({
      0: 1767225600000,
      1: "2026-01-01T00:00:00.000Z",
      4: 1767225600050,
      5: 1767225600070,
      6: 0,
    });
    await run({ code });
    await expect.poll(() => here.shell.results()).toHaveLength(1);
    expect((await here.shell.results())[0]).not.toEqual(results[0]);
  });

  test("comes back with its state", async () => {
    const code = `let n = gum.state.restored?.n ?? 1; gum.state.save(() => ({ n: n + 1 })); ui.render("n is " + n);`;
    await run({ code });
    await view().getByText("n is 1").waitFor();
    const restored = await here.shell.page.evaluate(() => window.stage.runner.suspend());
    await run({ code, more: { restored } });
    await view().getByText("n is 2").waitFor();
  });
});

/** Loops and memory to the limit take seconds each: they belong to the full run. */
const describeInFull = (name: string, work: () => void): void => void (full && describe(name, work));

describeInFull("an app that wants too much", () => {
  test("a loop is interrupted and the app goes on", async () => {
    await run({
      code: `ui.render(ui.column(ui.button("Loop", () => { for (;;); }), ui.button("Say", () => ui.render("still here"))));`,
    });
    await view().getByRole("button", { name: "Loop" }).click();
    await problem().toContain("The script took too long and was stopped.");
    await view().getByRole("button", { name: "Say" }).click();
    await view().getByText("still here").waitFor();
  });

  test("a loop at the start ends in a message", async () => {
    const events = await run({ code: `for (;;);` });
    expect(events.length).toBeGreaterThan(0);
    await problem().toContain("The script took too long and was stopped.");
  });

  test("promises without end leave the page its turns", async () => {
    await run({
      code: `let n = 0; const spin = () => Promise.resolve().then(() => { n += 1; spin(); }); spin(); ui.render(ui.button("Say", () => ui.render("heard after " + (n > 1000))));`,
    });
    await view().getByRole("button", { name: "Say" }).click();
    await view().getByText("heard after true").waitFor();
  });

  test("memory ends at the limit, in a text, an array and typed arrays alike", async () => {
    for (const grow of [
      `all.push(new Uint8Array(1 << 16).fill(1))`,
      `all.push({ text: "x".repeat(5000) + all.length })`,
      `text += text`,
    ]) {
      await run({
        code: `const all = []; let text = "xxxxxxxx"; ui.render("growing"); setTimeout(() => { try { for (;;) { ${grow}; } } catch (error) { console.log("RESULT", JSON.stringify(String(error?.message ?? error))); } });`,
        manifest: { limits: { memory_mb: 12 } },
      });
      await expect
        .poll(async () =>
          [...(await here.shell.results()), ...here.shell.problems(await here.shell.events())].join(),
        )
        .toMatch(/memory|too long|string length|out of bounds/i);
      const memory = (await here.shell.events())
        .filter((event) => event.type === "memory")
        .map(({ bytes }) => Number(bytes));
      expect(Math.max(0, ...memory)).toBeLessThan(13 * 1024 * 1024);
    }
  });

  test("recursion without end is an error and no crash", async () => {
    await run({
      code: `const deep = () => deep() + 1; try { deep(); } catch (error) { console.log("RESULT", JSON.stringify(error.message)); }`,
    });
    await expect.poll(() => here.shell.results()).toEqual([expect.stringMatching(/stack/i)]);
  });

  test("what it throws is told, also later and from async code; missing files are named", async () => {
    await run({
      code: `ui.render(ui.button("Throw", async () => { await null; throw new TypeError("on purpose"); }));`,
    });
    await view().getByRole("button", { name: "Throw" }).click();
    await problem().toContain("TypeError: on purpose");
    await run({ code: `import "./missing.js"` });
    await problem().toContain('The package has no file "missing.js".');
    await run({ code: `await null; throw new Error("after a wait")` });
    await problem().toContain("Error: after a wait");
  });
});
