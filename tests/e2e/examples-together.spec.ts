import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { cardOf, publish } from "../support/posts";
import { appFrame, appName, exampleApp, scriptsRun } from "../support/store";

// What a copy makes of the log, also of a forged one: tests/integration/examples-together.full.test.ts.

async function runInPost(page: Page, postId: string, button: string): Promise<void> {
  await page.goto(`/post/${postId}`);
  await page.getByRole("button", { name: button }).click();
}

const square = (page: Page, name: string) =>
  appFrame(page).getByRole("gridcell", { name: new RegExp(`^${name}, `) });

async function sitDown(page: Page, side: string): Promise<void> {
  await appFrame(page)
    .getByRole("button", { name: `Sit down and play ${side}` })
    .click();
  // Who plays may be called by name.
  await page.getByRole("alertdialog").locator("[data-armed=true]", { hasText: "Allow" }).click();
}

test(
  "Kaeshi: two play, all see it, and the post shows the board",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const kaeshi = await exampleApp(page, "Kaeshi");
    const body = appName("A game, anybody?");
    const post = await publish(page, body, { appRef: { appId: kaeshi.id } });
    const other = await (await browser.newContext()).newPage();
    await signUpOnboarded(other);
    await Promise.all([page, other].map((each) => runInPost(each, post.id, "Play Kaeshi")));

    await sitDown(page, "Black");
    await square(page, "d3").click();
    await expect(square(other, "d4")).toHaveAccessibleName("d4, Black");
    await square(other, "c3").press("Enter");
    await expect(square(other, "c3")).toHaveAccessibleName("c3, empty");
    await sitDown(other, "White");
    await expect(appFrame(other).getByText("Your turn")).toBeVisible();
    // The app draws its card after the move. Once it is on its way, the page may be left.
    const isSent = other.waitForRequest((request) => (request.postData() ?? "").includes("Black 3, White 3"));
    await square(other, "c3").press("Enter");
    await expect(appFrame(page).getByText("Your turn")).toBeVisible();
    await isSent;
    await expect(square(page, "d4")).toHaveAccessibleName("d4, White");

    await other.goto("/timeline?feed=all");
    const card = cardOf(other, body).getByRole("group", { name: "From Kaeshi" });
    await expect(card.getByText("Black to move")).toBeVisible();
    await expect(card.getByRole("img", { name: "The board: Black 3, White 3" })).toBeVisible();
    await square(page, "c4").click();
    await expect(card.getByText("White to move")).toBeVisible();
  },
);

test("Inkstone: two draw on one sheet", { tag: "@full" }, async ({ page, browser }) => {
  await signUpOnboarded(page);
  const inkstone = await exampleApp(page, "Inkstone");
  const body = appName("Draw with me");
  const post = await publish(page, body, { appRef: { appId: inkstone.id } });
  const other = await (await browser.newContext()).newPage();
  await signUpOnboarded(other);
  const both = [page, other];
  const sheet = (each: Page) => appFrame(each).locator("canvas.live");
  for (const each of both) {
    await runInPost(each, post.id, "Open Inkstone");
    await expect(sheet(each)).toBeVisible();
    await scriptsRun(sheet(each));
  }
  const inkIn = (each: Page, layer: string) =>
    appFrame(each)
      .locator(`canvas.${layer}`)
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        return data.reduce((sum, value, i) => sum + (i % 4 === 3 && value ? 1 : 0), 0);
      });
  const draw = async (
    each: Page,
    height: number,
    then: (further: () => Promise<void>) => Promise<void> = async () => {},
  ) => {
    const box = (await sheet(each).boundingBox())!;
    const at = (part: number) => [box.x + box.width * part, box.y + box.height * height] as const;
    await each.mouse.move(...at(0.2));
    await each.mouse.down();
    await each.mouse.move(...at(0.8), { steps: 20 });
    await then(async () => {
      for (const part of [0.2, 0.8]) await each.mouse.move(...at(part), { steps: 20 });
    });
    await each.mouse.up();
  };
  await draw(page, 0.3, async (further) => {
    const seen = async () => {
      const ink = await inkIn(other, "others");
      // What was drawn before the other one listened is not sent again until it is done.
      if (ink <= 100) await further();
      return ink;
    };
    await expect.poll(seen).toBeGreaterThan(100);
    expect(await inkIn(other, "ink")).toBe(0);
  });
  await expect.poll(() => inkIn(other, "ink")).toBeGreaterThan(100);
  await expect.poll(() => inkIn(other, "others")).toBe(0);
  const first = await inkIn(other, "ink");
  await draw(other, 0.6);
  await expect.poll(() => inkIn(page, "ink")).toBeGreaterThan(first * 1.5);
  await appFrame(other).locator("#undo").click();
  await expect.poll(() => inkIn(other, "ink")).toBe(first);
  await expect(appFrame(other).locator("#undo")).toBeDisabled();
  await expect(appFrame(page).locator("#undo")).toBeEnabled();
  const later = await (await browser.newContext()).newPage();
  await signUpOnboarded(later);
  await later.goto("/timeline?feed=all");
  const card = cardOf(later, body).getByRole("group", { name: "From Inkstone" });
  await expect(card.getByRole("img", { name: "The drawing as it is now" })).toBeVisible();
  await runInPost(later, post.id, "Open Inkstone");
  await expect(appFrame(later).locator("#export")).toBeEnabled();
  await expect.poll(() => inkIn(later, "ink")).toBeGreaterThan(100);
});
