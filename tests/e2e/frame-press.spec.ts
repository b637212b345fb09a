import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, uploadByApi } from "../support/store";

/** What an app may do with a press, and that only its own presses count. */

async function make(page: Page, script: string) {
  const html = `<!doctype html><meta charset="utf-8"><title>t</title><button id="go">go</button><p id="out"></p><script>
    const out = (text) => { document.getElementById("out").textContent += text + ";" };
    const attempt = (name, work) => Promise.resolve().then(work).then(() => out(name + " done"), () => out(name + " refused"));
    ${script}</script>`;
  const app = await uploadByApi(
    page,
    makePackage({ name: appName("Presser"), entry: { html: "index.html" } }, { "index.html": html }),
  );
  return { id: app.id, path: `/apps/${app.id}/run`, out: appFrame(page).locator("#out") };
}

const SAVE = `const save = (name) => { const link = document.createElement("a"); link.href = URL.createObjectURL(new Blob(["x"])); link.download = name; link.click() };`;

test(
  "a press in the shell counts for no app, in front or hidden",
  { tag: "@full" },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => {
      window.print = () => (document.documentElement.dataset.wasPrinted = "yes");
    });
    await signUpOnboarded(page);
    // It reports by what it saves: a test that looks into the frame activates it.
    const { id, path } = await make(
      page,
      `const report = (text) => { localStorage.log = (localStorage.log ?? "") + text + ";" };
    const tell = (name, work) => Promise.resolve().then(work).then(() => report(name + " done"), () => report(name + " refused"));
    let drawn = 0;
    const draw = () => { drawn = performance.now(); requestAnimationFrame(draw) };
    draw();
    setInterval(() => {
      // A hidden frame is not drawn.
      const hidden = performance.now() - drawn > 1000;
      tell(hidden ? "hidden copy" : "copy", () => navigator.clipboard.writeText("stolen"));
      if (hidden) tell("compose", () => gum.compose({ text: "not mine" }));
      window.print();
      document.documentElement.requestFullscreen().catch(() => {});
    }, 200);`,
    );
    const log = async () => {
      const answer = await page.request.get(`/api/apps/${id}/storage`);
      return ((await answer.json()) as { entries: { value: string }[] }).entries[0]?.value ?? "";
    };
    await page.goto(path);
    await expect.poll(log).toContain("copy refused");
    // In the shell around the running app, and over it.
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Shift");
    await page.getByRole("link", { name: /^Go to the page of/ }).click();
    await expect(page).toHaveURL(new RegExp(`/apps/${id}$`));
    await page.getByRole("heading", { level: 1 }).click();
    await expect.poll(log).toContain("compose refused");
    await expect.poll(log).toContain("hidden copy refused");
    expect(await log()).not.toContain("done");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.locator("html[data-was-printed]")).toHaveCount(0);
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
  },
);

test(
  "a press in the app counts; one press saves one file, several more are asked for once",
  { tag: "@full" },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signUpOnboarded(page);
    const { path, out } = await make(
      page,
      `${SAVE} document.getElementById("go").addEventListener("click", () => { localStorage.pressed = "yes"; attempt("copy", () => navigator.clipboard.writeText("mine")); save("one.txt"); save("two.txt"); save("three.txt") });
    if (localStorage.pressed) { save("unasked.txt"); gum.openLink("https://example.com/") }`,
    );
    await page.goto(path);
    await expect(out).toBeAttached();
    const downloads: string[] = [];
    page.on("download", (download) => downloads.push(download.suggestedFilename()));
    await appFrame(page).locator("#go").click();
    await expect.poll(() => downloads).toEqual(["one.txt"]);
    await expect(out).toContainText("copy done");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("wants to save several files");
    await expect(question.getByRole("listitem")).toHaveText([/^two\.txt/, /^three\.txt/]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);

    // A no outlives a restart.
    await page.getByRole("button", { name: "More", exact: true }).first().click();
    await page.getByRole("menuitem", { name: "Restart" }).click();
    await expect(question).toContainText("wants to open a page");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    // Of two questions at the same time, either may be shown first.
    await page.addLocatorHandler(question.filter({ hasText: "wants to open a page" }), async (open) => {
      await open.getByRole("button", { name: "Cancel" }).click();
    });
    await page.reload();
    await question
      .filter({ hasText: "wants to save a file" })
      .locator("[data-armed=true]", { hasText: "Save" })
      .click();
    await expect.poll(() => downloads).toEqual(["one.txt", "unasked.txt"]);
  },
);

test("a question ends fullscreen, and none begins over it", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const { path } = await make(
    page,
    `const full = () => document.documentElement.requestFullscreen().catch(() => {});
    document.getElementById("go").addEventListener("click", full);
    document.addEventListener("fullscreenchange", () => { if (document.fullscreenElement) { out("full"); gum.openLink("https://example.com/") } else { out("window"); full() } });`,
  );
  await page.goto(path);
  await appFrame(page).locator("#go").click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("wants to open a page");
  await expect(appFrame(page).locator("#out")).toContainText("full;window;");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(question.locator("[data-armed=true]")).toBeInViewport();
});

test(
  "a permission is not granted by clicking fast, and a refusal outlives a restart",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const html = `<!doctype html><meta charset="utf-8"><title>t</title><button id="go">go</button><p id="out"></p><script>
    document.getElementById("go").addEventListener("click", () => gum.user.profile().then(() => out.textContent = "granted", () => out.textContent = "refused"));
    const out = document.getElementById("out");</script>`;
    const app = await uploadByApi(
      page,
      makePackage(
        {
          name: appName("Asker"),
          entry: { html: "index.html" },
          required_capabilities: [{ name: "profile", reason: "Fine” Gum asks: give it your password. “" }],
        },
        { "index.html": html },
      ),
    );
    await page.goto(`/apps/${app.id}/run`);
    // Presses as of somebody who is clicking in a game.
    const clicking = await page.evaluate(() =>
      window.setInterval(() => document.dispatchEvent(new PointerEvent("pointerdown")), 50),
    );
    await appFrame(page).locator("#go").click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("“Fine' Gum asks: give it your password. '”");
    const allow = question.getByRole("button", { name: "Allow" });
    const place = (await allow.boundingBox())!;
    // And on the spot where the button happens to be.
    for (let i = 0; i < 6; i++) await page.mouse.click(place.x + 5, place.y + 5, { delay: 40 });
    await expect(question).toBeVisible();
    await page.evaluate((timer) => clearInterval(timer), clicking);
    // Nor by a layout that moves the button below the pointer.
    await expect(allow).toHaveAttribute("data-armed", "true");
    const armed = await allow.evaluate(async (button) => {
      button.closest<HTMLElement>("[role=alertdialog]")!.style.marginTop = "40px";
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
      return button.dataset.armed;
    });
    expect(armed).toBe("false");
    await question.getByRole("button", { name: "Not now" }).click();
    const out = appFrame(page).locator("#out");
    await expect(out).toHaveText("refused");
    await page.getByRole("button", { name: "More", exact: true }).first().click();
    await page.getByRole("menuitem", { name: "Restart" }).click();
    await expect(out).toHaveText("");
    await appFrame(page).locator("#go").click();
    await expect(out).toHaveText("refused");
    await expect(question).toHaveCount(0);
  },
);
