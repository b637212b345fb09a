import { expect, test, type FrameLocator, type Page } from "../support/test";
import type { App } from "@/lib/apps/contract";
import type { AppStorageSnapshot } from "@/lib/storage/contract";
import { signUpOnboarded } from "../support/accounts";
import { publish } from "../support/posts";
import { appFrame, exampleApp, scriptsRun } from "../support/store";

/**
 * The example apps as a person meets them: in the frame of the product, signed in. Each starts, reacts, saves to the
 * account, and has its save again after a reload.
 */

test.beforeEach(async ({ page }) => {
  await signUpOnboarded(page);
});

class RunningApp {
  constructor(
    readonly page: Page,
    readonly app: App,
  ) {}

  get inside(): FrameLocator {
    return this.page.frameLocator("[data-app-status] iframe");
  }

  /** Waits until the account keeps, under that key, what the test wants to find again. */
  async saved(key: string, wanted: (value: string) => boolean): Promise<void> {
    await expect
      .poll(
        async () => {
          const answer = await this.page.request.get(`/api/apps/${this.app.id}/storage`);
          const { entries } = (await answer.json()) as AppStorageSnapshot;
          return entries.some((entry) => entry.key === key && wanted(entry.value));
        },
        { timeout: 60_000, message: `${this.app.name} saves ${key}` },
      )
      .toBe(true);
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await started(this.page);
  }
}

async function started(page: Page): Promise<void> {
  await expect(page.locator("[data-app-status=running] iframe")).toBeVisible();
  await expect(page.getByText(/^Starting .*…$/)).toHaveCount(0);
  await scriptsRun(page.frameLocator("[data-app-status=running] iframe").locator("html"));
}

async function run(page: Page, name: string): Promise<RunningApp> {
  const app = await exampleApp(page, name);
  await page.goto(`/apps/${app.id}/run`);
  await started(page);
  return new RunningApp(page, app);
}

/** Presses on the frame where an element of the app is, and draws from there. */
async function drag(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 12; i++) await page.mouse.move(x + i * 8, y + Math.sin(i / 2) * 24);
  await page.mouse.up();
}

test(
  "Inkstone draws, takes back, keeps the picture and hands it out",
  { tag: ["@phone", "@full"] },
  async ({ page }) => {
    const app = await run(page, "Inkstone");
    const sheet = app.inside.locator("canvas.live");
    const ink = () =>
      app.inside.locator("canvas.ink").evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        return data.reduce((sum, value, i) => sum + (i % 4 === 3 && value ? 1 : 0), 0);
      });
    await expect(sheet).toBeVisible();
    expect(await ink()).toBe(0);
    const box = (await sheet.boundingBox())!;
    await drag(page, { x: box.x + box.width * 0.3, y: box.y + box.height * 0.4 });
    await expect.poll(ink).toBeGreaterThan(100);
    const drawn = await ink();
    await app.inside.locator("#undo").click();
    await expect.poll(ink).toBe(0);
    await app.inside.locator("#redo").click();
    await expect.poll(ink).toBe(drawn);

    // A second stroke: only what is saved after it counts two.
    await drag(page, { x: box.x + box.width * 0.3, y: box.y + box.height * 0.6 });
    await expect.poll(ink).toBeGreaterThan(drawn);
    const both = await ink();
    await app.saved("inkstone.picture", (value) => JSON.parse(value).strokes.length === 2);
    await app.reload();
    await expect(app.inside.locator("#undo")).toBeEnabled();
    // Kept in quarters of a pixel: the edges may differ by a handful.
    await expect.poll(async () => Math.abs((await ink()) / both - 1)).toBeLessThan(0.02);

    await app.inside.locator("#export").click();
    await expect(app.inside.locator("#preview[src^='blob:']")).toBeVisible();
    const download = page.waitForEvent("download");
    await app.inside.locator("#download").click();
    expect((await download).suggestedFilename()).toMatch(/^inkstone-\d{4}-\d\d-\d\d\.png$/);
  },
);

test(
  "Kasane plays by keyboard and touch, pauses and goes on after a reload",
  { tag: ["@full", "@phone-full"] },
  async ({ page, isMobile }) => {
    const app = await run(page, "Kasane");
    const { inside } = app;
    await inside.locator("#go").click();
    const tiles = inside.locator(".tiles .tile:not(.falling)");
    const board = inside.locator("#board");
    await expect(board).toHaveAttribute("data-phase", "playing");

    for (const column of [0, 2, 4]) {
      const count = await tiles.count();
      if (isMobile) {
        const box = (await board.boundingBox())!;
        await page.touchscreen.tap(box.x + (box.width * (column + 0.5)) / 5, box.y + box.height / 2);
      } else {
        await page.keyboard.press(String(column + 1));
      }
      await expect.poll(() => tiles.count()).toBeGreaterThan(count);
    }
    await inside.locator("#pause").click();
    await expect(inside.locator("#panel-title")).toHaveText("Paused");
    const score = (await inside.locator("#score").textContent())!;
    const lying = await tiles.count();

    await app.saved("kasane.game", (value) => JSON.parse(value).board.flat().length === lying);
    await app.reload();
    await expect(inside.locator("#panel-title")).toHaveText("Paused");
    await expect(inside.locator("#score")).toHaveText(score);
    await expect(tiles).toHaveCount(lying);
  },
);

test(
  "Margin in two tabs shows in each what the other one writes, and neither is lost",
  { tag: "@full" },
  async ({ page, context }) => {
    const first = await run(page, "Margin");
    const tab = await context.newPage();
    await tab.goto(`/apps/${first.app.id}/run`);
    await started(tab);
    const second = new RunningApp(tab, first.app);
    const body = ({ inside }: RunningApp) => inside.locator("#body");
    const text = await body(first).inputValue();
    await body(first).press("ControlOrMeta+End");
    await body(first).pressSequentially(" from the first");
    await expect(body(second)).toHaveValue(`${text} from the first`);
    await body(second).press("ControlOrMeta+End");
    await body(second).pressSequentially(" and the second");
    const both = `${text} from the first and the second`;
    await expect(body(first)).toHaveValue(both);
    await first.saved("margin.notes", (value) => value.includes("from the first and the second"));
    await first.reload();
    await expect(body(first)).toHaveValue(both);
  },
);

test("Margin writes, finds, pins and keeps a note", { tag: "@full" }, async ({ page }) => {
  const app = await run(page, "Margin");
  const { inside } = app;
  const title = "Shopping for Sunday";
  await inside.locator(".side [data-new]").click();
  await inside.locator("#note-title").fill(title);
  await inside.locator("#body").click();
  await page.keyboard.type("[] Lemons");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Olive oil");
  await expect(inside.locator("#body")).toHaveValue("- [ ] Lemons\n- [ ] Olive oil");
  await inside.locator("#pin").click();
  await inside.locator("[name=mode][value=read]").check();
  await inside.locator("#reading input").first().check();

  await app.saved("margin.notes", (value) => value.includes(title) && value.includes("- [x] Lemons"));
  await app.reload();
  const back = inside.locator("#back");
  if (await back.isVisible()) await back.click();
  await inside.locator("#search").fill(title);
  await expect(inside.locator(".row")).toHaveCount(1);
  await inside.locator(".row").click();
  await expect(inside.locator("#note-title")).toHaveValue(title);
  await expect(inside.locator("#body")).toHaveValue("- [x] Lemons\n- [ ] Olive oil");
  await expect(inside.locator("#pin")).toHaveAttribute("aria-pressed", "true");

  await inside.locator("#delete").click();
  await expect(inside.locator("#toast")).toContainText(title);
});

test("Takt keeps time, and the tempo that was set", { tag: "@full" }, async ({ page }) => {
  const app = await run(page, "Takt");
  const { inside } = app;
  const bpm = "172";
  await inside.locator("#tempo").fill(bpm);
  await expect(inside.locator("#bpm")).toHaveText(bpm);
  await inside.locator("#play").click();
  await expect(inside.locator(".beat.on")).toBeVisible();
  await expect(inside.locator("#where")).toHaveText(/Bar [2-9]/);
  await inside.locator("#play").click();
  await expect(inside.locator(".beat.on")).toHaveCount(0);

  await app.saved("takt.settings", (value) => JSON.parse(value).bpm === Number(bpm));
  await app.reload();
  await expect(inside.locator("#bpm")).toHaveText(bpm);
});

test("Minuet goes on while nobody looks", { tag: "@full" }, async ({ page }) => {
  const app = await run(page, "Minuet");
  const { inside } = app;
  await inside.locator(".presets .chip").first().click();
  await inside.locator("#timer .go").click();
  const count = inside.locator("#timer .count");
  await expect(count).toHaveText(/^0:5\d$/);

  await app.saved("minuet.timer", (value) => JSON.parse(value).countdown.endsAt > Date.now());
  /** What it shows, and between which two times it did. */
  const look = async () => {
    const from = Date.now() / 1000;
    const seconds = Number((await count.textContent())!.slice(2));
    return { seconds, from, to: Date.now() / 1000 };
  };
  const before = await look();
  await app.reload();
  await expect(count).toHaveText(/^0:[0-5]\d$/);
  const after = await look();
  const passed = before.seconds - after.seconds;
  expect(passed).toBeGreaterThan(after.from - before.to - 2.5);
  expect(passed).toBeLessThan(after.to - before.from + 2.5);
  await inside.locator("#timer .cancel").click();
  await expect(inside.locator(".digits")).toBeVisible();
});

test("Headcount counts, presents and keeps the count", { tag: "@full" }, async ({ page }) => {
  const app = await run(page, "Headcount");
  const { inside } = app;
  const first = inside.locator(".option").first();
  const number = first.locator("strong");
  await first.locator(".tap").click();
  await first.locator(".tap").click();
  await first.locator(".minus").click();
  await first.locator(".tap").click();
  await expect(number).toHaveText("2");

  await inside.locator("#present").click();
  await expect(inside.locator("#presenter em").first()).toContainText("2");
  await inside.locator("#presenter .exit").click();

  await app.saved("headcount.boards", (value) => JSON.parse(value).boards[0].items[0].count === 2);
  await app.reload();
  await expect(number).toHaveText("2");

  await inside.locator("[popovertarget=menu]").click();
  await inside.locator("#export").click();
  const download = page.waitForEvent("download");
  await inside.locator("#download").click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test("Kago keeps the list, ticks, suggests and takes back", { tag: "@full" }, async ({ page }) => {
  const app = await run(page, "Kago");
  const { inside } = app;
  const field = inside.getByRole("textbox");
  await field.fill("Miso、Rice, 5 kg");
  await field.press("Enter");
  await field.fill("Milk");
  await field.press("Enter");
  await inside.getByRole("checkbox", { name: "Milk" }).press("Space");
  await expect(inside.getByRole("region", { name: "In the basket" }).getByText("Milk")).toBeVisible();
  await inside.getByRole("button", { name: "Remove Miso" }).press("Enter");
  await expect(inside.getByText("1 to buy")).toBeVisible();
  await inside.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(inside.getByText("2 to buy")).toBeVisible();
  await expect.poll(() => inside.locator("body").evaluate(() => window.gum.shared.pending)).toBe(0);
  await app.reload();
  await expect(inside.locator("li")).toHaveText(["Miso", "Rice, 5 kg", "Milk"]);
  await inside.getByRole("button", { name: "Empty the basket" }).click();
  await inside.getByRole("region", { name: "You often buy" }).getByRole("button", { name: "Milk" }).click();
  await expect(inside.locator("#to-buy li")).toHaveText(["Miso", "Rice, 5 kg", "Milk"]);
});

test(
  "Kago in a post is one list for two, also while one is offline",
  { tag: "@full" },
  async ({ page, browser }) => {
    const kago = await exampleApp(page, "Kago");
    const post = await publish(page, "Shopping for Saturday", { appRef: { appId: kago.id } });
    const other = await (await browser.newContext()).newPage();
    await signUpOnboarded(other);
    for (const each of [page, other]) {
      await each.goto(`/post/${post.id}`);
      await each.getByRole("button", { name: "Open Kago" }).click();
      await expect(appFrame(each).getByRole("textbox")).toBeEnabled();
      await scriptsRun(appFrame(each).getByRole("textbox"));
    }
    const add = async (each: Page, name: string) => {
      await appFrame(each).getByRole("textbox").fill(name);
      await appFrame(each).getByRole("textbox").press("Enter");
    };
    const items = (each: Page) => appFrame(each).locator("#to-buy li");
    await add(page, "Eggs");
    await expect(items(other)).toHaveText(["Eggs"]);

    await other.context().setOffline(true);
    await add(other, "Milk");
    await appFrame(other).getByRole("checkbox", { name: "Eggs" }).check();
    await add(page, "Bread");
    await expect(appFrame(other).getByText(/changes? waits?/)).toBeVisible();
    await other.context().setOffline(false);
    for (const each of [page, other]) {
      await expect(items(each)).toHaveCount(2);
      await expect(items(each).filter({ hasText: "Milk" })).toBeVisible();
      await expect(appFrame(each).locator("#basket li")).toHaveText(["Eggs"]);
    }
    await expect(appFrame(other).locator("#waits")).toBeEmpty();
    await other.context().close();
  },
);
