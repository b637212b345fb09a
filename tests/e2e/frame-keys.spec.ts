import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { settled } from "../support/dock";
import { takesKeys } from "../support/keys";
import { makePackage } from "../support/package-bytes";
import { comes } from "../support/passing";
import { appFrame, appName, uploadByApi } from "../support/store";

/** The keyboard leads out of an app, and the shell's shortcuts work in it. */

async function open(page: Page, body: string, manifest: Record<string, unknown> = {}) {
  await signUpOnboarded(page);
  const app = await uploadByApi(
    page,
    makePackage(
      { name: appName("Keys"), entry: { html: "index.html" }, ...manifest },
      { "index.html": `<!doctype html><meta charset="utf-8"><title>t</title>${body}` },
    ),
  );
  await page.goto(`/apps/${app.id}/run`);
  await expect(appFrame(page).locator("#out")).toBeAttached();
  return { app, out: appFrame(page).locator("#out") };
}

/** The app gets the keyboard by itself, a moment after its page is there. */
const inFront = (page: Page) => expect(page.locator("iframe.gum-app-frame >> visible=true")).toBeFocused();

const HEARD = `<button id="here">here</button><p id="out"></p><script>
  const out = document.getElementById("out");
  addEventListener("keydown", (event) => { if (!/^(Control|Shift)$/.test(event.key)) out.textContent += event.key + ";" });`;

test(
  "holding Escape leads out of an app that keeps every key and takes the focus back",
  { tag: "@full" },
  async ({ page }) => {
    const { app, out } = await open(
      page,
      `<canvas id="game" tabindex="0"></canvas><iframe srcdoc="<button>inner</button><script>addEventListener('keydown', (event) => event.stopImmediatePropagation(), true)</script>"></iframe>
    <p id="out"></p><script>
      const out = document.getElementById("out"), game = document.getElementById("game");
      for (const type of ["keydown", "keyup", "keypress"]) for (const target of [window, document])
        target.addEventListener(type, (event) => { if (type === "keydown" && target === window && !event.repeat) out.textContent += event.key + ";"; event.preventDefault(); event.stopImmediatePropagation() }, true);
      const take = () => { window.focus(); game.focus() };
      addEventListener("blur", take);
      take();
    </script>`,
    );
    const hint = page.getByText(`Keep holding Esc to leave ${app.name}`);
    const bar = page.getByRole("button", { name: "More", exact: true }).first();
    await appFrame(page).locator("#game").click();
    // A short press is the app's.
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await expect(out).toHaveText("Escape;a;");
    await expect(hint).toHaveCount(0);

    await page.mouse.move(5, 5);
    // It stands there until the second is over.
    const hinted = comes(page, `Keep holding Esc to leave ${app.name}`);
    await page.keyboard.down("Escape");
    await hinted;
    await expect(bar).toBeFocused();
    await expect(hint).toHaveCount(0);
    await page.keyboard.up("Escape");
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("button", { name: "Share" })).toBeFocused();
    expect(await out.textContent()).toBe("Escape;a;Escape;");
    // And back in.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await inFront(page);
    await page.keyboard.press("b");
    await expect(out).toHaveText("Escape;a;Escape;b;");

    // From a frame inside of the app.
    await appFrame(page).frameLocator("iframe").getByRole("button").click();
    await page.keyboard.down("Escape");
    await expect(bar).toBeFocused();
    await page.keyboard.up("Escape");
  },
);

test(
  "the shell's shortcuts work in an app, which can neither see nor forge them",
  { tag: "@full" },
  async ({ page }) => {
    const { out } = await open(
      page,
      `<button id="forge">forge</button>${HEARD}
    document.getElementById("forge").onclick = () => {
      for (const target of [window, document.body]) target.dispatchEvent(new KeyboardEvent("keydown", { key: "k", code: "KeyK", ctrlKey: true, bubbles: true }));
      out.textContent += "forged;";
    };</script>`,
    );
    const dialog = page.getByRole("dialog");
    await settled(page);
    await inFront(page);
    await page.keyboard.press("Control+k");
    // Until then its keys are the app's.
    await takesKeys(dialog);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await appFrame(page).locator("#forge").click();
    await expect(out).toHaveText("k;k;forged;");
    await page.keyboard.press("Control+Shift+ArrowLeft");
    await expect(out).toHaveText("k;k;forged;ArrowLeft;");
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press("Control+?");
    await expect(dialog).toContainText("Leave the app (hold for a second)");
    await takesKeys(dialog);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await appFrame(page).locator("#here").click();
    await page.keyboard.press("Control+2");
    await expect(page).toHaveURL(/\/apps$/);
  },
);

test(
  "an app that starts before the code of the shortcuts passes them on, too",
  { tag: "@full" },
  async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let held = 0;
    await page.route("**/_next/static/chunks/*.js", async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes("dataset.shortcuts=")) {
        held += 1;
        await released;
      }
      await route.fulfill({ response });
    });
    await open(page, `${HEARD}</script>`);
    await expect.poll(() => held).toBeGreaterThan(0);
    release();
    await settled(page);
    await appFrame(page).locator("#here").click();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog")).toBeVisible();
  },
);

test(
  "an app gets the shortcuts when the person allows it, until they take it back",
  { tag: "@full" },
  async ({ page }) => {
    const { app, out } = await open(page, `${HEARD}</script>`, {
      required_capabilities: [{ name: "shortcuts", reason: "Formats your text" }],
    });
    const question = page.getByRole("alertdialog");
    await settled(page);
    await inFront(page);
    await page.keyboard.press("Control+k");
    await expect(question).toContainText(`${app.name} wants Gum's keyboard shortcuts`);
    await expect(question).toContainText("“Formats your text”");
    await question.getByRole("button", { name: "Not now" }).click();
    await appFrame(page).locator("#here").click();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog")).toBeVisible();

    await page.reload();
    await settled(page);
    await appFrame(page).locator("#here").click();
    await page.keyboard.press("Control+k");
    await question.locator("[data-armed=true]", { hasText: "Allow" }).click();
    await appFrame(page).locator("#here").click();
    await page.keyboard.press("Control+k");
    await expect(out).toHaveText("k;");
    await page.reload();
    await settled(page);
    await appFrame(page).locator("#here").click();
    await page.keyboard.press("Control+k");
    await expect(out).toHaveText("k;");

    await page.goto(`/settings/apps/${app.id}`);
    const revoke = page.getByRole("button", {
      name: "Revoke the permission to use Gum's keyboard shortcuts",
    });
    await revoke.click();
    await expect(revoke).toHaveCount(0);
  },
);
