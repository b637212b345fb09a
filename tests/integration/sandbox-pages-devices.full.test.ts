/** Ordinary pages: what lies outside of the page. The clipboard, the printer, the screen, gamepads. */
import { describe, expect, test } from "vitest";
import { HELPER } from "@/lib/sandbox/protocol/script-locations";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();

async function start(script: string, body = ""): Promise<void> {
  const files = { "index.html": page(script, { body }) };
  expect(here.shell.problems(await here.shell.run({ files }))).toEqual([]);
}
const frame = async () => (await (await here.shell.page.$("#place iframe"))!.contentFrame())!;

describe("the clipboard", () => {
  const script = `const say = (promise) => promise.then((text) => result(text ?? "done"), (error) => result([error.name, error.message]));
    read.onclick = () => say(navigator.clipboard.readText()); write.onclick = () => say(navigator.clipboard.writeText("from the app")); old.onclick = () => { field.select(); result(document.execCommand("copy")) };
    rich.onclick = () => say(navigator.clipboard.read()); field.onpaste = (event) => result(["pasted", event.clipboardData.getData("text/plain")])`;
  const body = `<button id="read">r</button><button id="write">w</button><input id="field" value="of a field"><button id="old">o</button><button id="rich">x</button>`;

  test("is read on a press, when the person gives its text; a no is a refusal", async () => {
    await here.shell.page.evaluate(() => void (window.stage.answers = { pasteText: "from elsewhere" }));
    await start(script, body);
    const inside = await frame();
    await inside.click("#read");
    await expect.poll(() => here.shell.results()).toEqual(["from elsewhere"]);
    await here.shell.page.evaluate(() => void (window.stage.answers = { pasteText: null }));
    await inside.click("#read");
    await expect.poll(async () => (await here.shell.results()).length).toBe(2);
    await inside.click("#rich");
    await expect
      .poll(async () => (await here.shell.results()).slice(1))
      .toEqual([
        [expect.any(String), "Nothing was pasted."],
        ["NotAllowedError", "Only text can be pasted into an app."],
      ]);
    const asked = await here.shell.page.evaluate(() => window.stage.dialogs);
    expect(asked.map(({ kind }) => kind)).toEqual(["pasteText", "pasteText"]);
  });

  test("is written on a press, by both of the platform's ways; pasting by keys needs nobody", async () => {
    await here.shell.page
      .context()
      .grantPermissions(["clipboard-read", "clipboard-write"], { origin: here.stage.origin });
    const clipboard = () => here.shell.page.evaluate(() => navigator.clipboard.readText());
    await start(script, body);
    const inside = await frame();
    await inside.click("#write");
    await expect.poll(clipboard).toBe("from the app");
    await inside.click("#old");
    await expect.poll(clipboard).toBe("of a field");
    await inside.click("#field");
    await inside.press("#field", "Control+V");
    await expect.poll(async () => (await here.shell.results()).at(-1)).toEqual(["pasted", "of a field"]);
  });
});

test("printing opens the browser's own dialog on a press, with the app alone on the paper", async () => {
  here.shell = await here.stage.open();
  await here.shell.page.evaluate(() => {
    const prints: (string | undefined)[] = [];
    Object.assign(window, { prints });
    // The dialog belongs to the browser and cannot be seen from a page.
    window.print = () => {
      const shown = document.querySelector("#place")!.shadowRoot!.querySelector("iframe");
      prints.push(
        shown && "printed" in shown.dataset ? document.querySelector("style:last-of-type")!.textContent! : "",
      );
    };
  });
  const prints = () => here.shell.page.evaluate(() => (window as unknown as { prints: string[] }).prints);
  await start(`p.onclick = () => print()`, `<button id="p">p</button>`);
  await (await frame()).click("#p");
  await expect.poll(prints).toEqual([expect.stringContaining("@media print")]);
  expect(await here.shell.page.locator("iframe[data-printed]").count()).toBe(0);
});

test("the size of the window with its events, and the density of the screen", async () => {
  const script = `const media = matchMedia("(min-resolution: 1.5dppx)"); const now = () => [innerWidth, innerHeight, devicePixelRatio, media.matches];
    onresize = () => result(["resize", ...now()]); new ResizeObserver(([entry]) => result(["body", entry.contentRect.width])).observe(document.documentElement);
    visualViewport.onresize = () => result(["visual", visualViewport.width]); result(now())`;
  await here.shell.page.setViewportSize({ width: 700, height: 500 });
  await start(script);
  await expect
    .poll(() => here.shell.results())
    .toEqual([
      [700, 440, 1, false],
      ["body", 700],
    ]);
  await here.shell.page.setViewportSize({ width: 500, height: 400 });
  await expect
    .poll(() => here.shell.results())
    .toEqual(
      expect.arrayContaining([
        ["resize", 500, 340, 1, false],
        ["visual", 500],
        ["body", 500],
      ]),
    );
});

test("an app that gets a spare frame finds the size of its place at once, whatever the size of the place before", async () => {
  const script = `const sizes = [[innerWidth, innerHeight]]; onresize = () => sizes.push(["resize", innerWidth, innerHeight]);
    requestAnimationFrame(() => requestAnimationFrame(() => result([...sizes, [innerWidth, document.documentElement.clientHeight]])))`;
  for (const [width, height] of [
    [600, 400],
    [640, 480],
  ] as const) {
    await here.shell.page.evaluate(async () => {
      await window.stage.runner?.destroy();
      window.stage.warmUp();
    });
    const waiting = await here.shell.page.waitForSelector("#gum-frame-parking iframe", { state: "attached" });
    const inside = (await waiting.contentFrame())!;
    await expect.poll(() => inside.evaluate((name) => name in window, HELPER)).toBe(true);
    await here.shell.page.setViewportSize({ width, height });
    await start(script);
    expect(
      await here.shell.page.$("#place iframe").then((used) => used!.evaluate((a, b) => a === b, waiting)),
    ).toBe(true);
    await expect
      .poll(() => here.shell.results())
      .toEqual([
        [
          [width, height - 60],
          [width, height - 60],
        ],
      ]);
  }
});

/** No gamepad can be plugged in here: what the browser tells the shell's page is set by the test. */
async function plugBoard(): Promise<(pad: object | null) => Promise<void>> {
  here.shell = await here.stage.open();
  await here.shell.page.evaluate(() => {
    const pads: (object | null)[] = [null, null, null, null];
    Object.assign(window, { pads });
    navigator.getGamepads = () => pads as Gamepad[];
  });
  return (pad) =>
    here.shell.page.evaluate(
      (given) => void ((window as unknown as { pads: unknown[] }).pads[1] = given),
      pad,
    );
}
const pad = (value: number, x: number) => ({
  index: 1,
  id: "Pad (Vendor: 0000 Product: 0000)",
  mapping: "standard",
  timestamp: 1,
  connected: true,
  axes: [x, 0],
  buttons: [{ pressed: value > 0, touched: value > 0, value }],
});

test("gamepads that the host sees, as they come, are pressed and go", async () => {
  const plug = await plugBoard();
  const script = `addEventListener("gamepadconnected", (event) => result(["came", event.gamepad.index, event.gamepad.id]));
    addEventListener("gamepaddisconnected", (event) => result(["went", event.gamepad.index])); let was = "";
    (function look() { const found = navigator.getGamepads()[1]; const text = found ? JSON.stringify([found.buttons[0].pressed, found.axes[0], found.connected, found.mapping]) : ""; if (text !== was && text) result(JSON.parse(text)); was = text; requestAnimationFrame(look) })()`;
  await start(script);
  expect(await here.shell.results()).toEqual([]);
  await plug(pad(0, 0));
  const came = [
    ["came", 1, "Pad (Vendor: 0000 Product: 0000)"],
    [false, 0, true, "standard"],
  ];
  await expect.poll(() => here.shell.results()).toEqual(came);
  await plug(pad(1, -0.5));
  await expect.poll(() => here.shell.results()).toEqual([...came, [true, -0.5, true, "standard"]]);
  await plug(null);
  await expect.poll(async () => (await here.shell.results()).at(-1)).toEqual(["went", 1]);
});

test("an app that is not in front has no gamepad and hears of none", async () => {
  const plug = await plugBoard();
  await start(`for (const type of ["gamepadconnected", "gamepaddisconnected"]) addEventListener(type, () => result(type));
    let was = ""; setInterval(() => { const text = String(navigator.getGamepads()[1]?.buttons[0].pressed); if (text !== was) result(text); was = text }, 10)`);
  const heard = ["undefined", "gamepadconnected", "false"];
  const last = (text: string) => expect.poll(async () => (await here.shell.results()).at(-1)).toBe(text);
  await plug(pad(0, 0));
  await expect.poll(() => here.shell.results()).toEqual(heard);
  // Another app or a dialog of the shell is in front.
  await here.shell.page.evaluate(() => window.stage.runner.cover(true));
  await last("undefined");
  await plug(null);
  await plug(pad(1, 0));
  await here.shell.page.evaluate(() => window.stage.runner.cover(false));
  await last("true");
  // The page is hidden, and draws no frames.
  await here.shell.page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await last("undefined");
  expect(await here.shell.results()).toEqual([...heard, "undefined", "true", "undefined"]);
});

test("a press gives the app the keyboard, also where it prevents what presses do", async () => {
  const script = `for (const type of ["pointerdown", "mousedown", "mouseup", "click"]) document.addEventListener(type, (event) => event.preventDefault());
    document.addEventListener("keydown", ({ key }) => result(key))`;
  await here.shell.run({ files: { "index.html": page(script) } });
  await here.shell.page.focus("#shell-button");
  await here.shell.page.keyboard.press("a");
  await here.shell.page.mouse.click(300, 300);
  const focused = () => document.querySelector("#place")!.shadowRoot!.activeElement?.tagName;
  await expect.poll(() => here.shell.page.evaluate(focused)).toBe("IFRAME");
  await here.shell.page.keyboard.press("b");
  expect(await here.shell.resultsFrom(1)).toEqual(["b"]);
});
