import { expect, test, type Locator, type Page } from "../support/test";
import type { App } from "@/lib/apps/contract";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { callAs } from "../support/posts";
import { appFrame, appName, uploadByApi } from "../support/store";
import {
  barPlace,
  callDock,
  dockedApp,
  dockOf,
  fillDock,
  lifted,
  readDock,
  settled,
  shownOrder,
  sortable,
  stopClock,
} from "../support/dock";

const NAMES = ["Alpha", "Beta", "Gamma", "Delta"];

async function open(page: Page, apps: readonly string[] = NAMES) {
  await signUpOnboarded(page);
  await page.goto("/timeline");
  await settled(page);
  if (apps.length > 0) await fillDock(page, apps);
}

test.describe("on a wide window", () => {
  test(
    "holds Timeline, Settings, Apps, the person's apps and Add App, in this order",
    { tag: "@phone-full" },
    async ({ page }) => {
      await open(page, ["Alpha"]);
      const names = await dockOf(page)
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
      expect(names).toEqual(["Timeline", "Settings", "Apps", "Alpha", "Add App"]);
      await expect(dockOf(page).getByRole("link", { name: "Timeline" })).toHaveAttribute(
        "aria-current",
        "page",
      );
      await callDock(page);
      await dockOf(page).getByRole("link", { name: "Apps", exact: true }).click();
      await expect(page).toHaveURL(/\/apps$/);
      await expect(dockOf(page).getByRole("link", { name: "Apps", exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
    },
  );

  test("moves between the edges by its menu and by keys", { tag: "@full" }, async ({ page }) => {
    await open(page, []);
    await callDock(page);
    await dockOf(page).getByRole("button", { name: "Dock options" }).click();
    await expect(page.getByText("Dock Position")).toBeVisible();
    await page.getByRole("menuitemradio", { name: "Left" }).click();
    await expect.poll(async () => (await page.locator(".dock-bar").boundingBox())!.x).toBeLessThan(40);
    await page.keyboard.press("Control+Shift+ArrowUp");
    await expect.poll(async () => (await page.locator(".dock-bar").boundingBox())!.y).toBeLessThan(80);
    await page.keyboard.press("Control+Shift+ArrowDown");
    await expect.poll(async () => (await page.locator(".dock-bar").boundingBox())!.y).toBeGreaterThan(800);
    await page.reload();
    await settled(page);
    expect((await readDock(page)).state.position).toBe("bottom");
    await expect.poll(async () => (await page.locator(".dock-bar").boundingBox())!.y).toBeGreaterThan(800);
  });

  test("hides 3 s after nobody is near, and comes back within 100 px of its edge", async ({ page }) => {
    await page.clock.install();
    await open(page, []);
    await callDock(page);
    await stopClock(page);
    await page.mouse.move(600, 400);
    await page.clock.runFor(2_900);
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "false");
    await page.clock.runFor(200);
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "true");
    await page.mouse.move(1440 - 101, 400);
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "true");
    await page.mouse.move(1440 - 100, 400);
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "false");
    // Where a page reaches the edge, the dock comes out beside what the pointer goes to and not over it.
    await page.setViewportSize({ width: 820, height: 900 });
    const place = async (of: Locator) => (await of.boundingBox())!;
    const [content, dock] = [page.locator("#content > *").first(), page.locator(".dock-bar")];
    await expect
      .poll(async () => {
        const { x, width } = await place(content);
        return x + width <= (await place(dock)).x;
      })
      .toBe(true);
  });

  test(
    "is reached by keyboard while it is hidden, and stays while the focus is in it",
    { tag: "@full" },
    async ({ page }) => {
      await page.clock.install();
      await open(page, []);
      await page.clock.runFor(4_000);
      await expect(dockOf(page)).toHaveAttribute("data-hidden", "true");
      await expect(async () => {
        await page.keyboard.press("Alt+Shift+KeyD");
        await expect(dockOf(page).getByRole("link", { name: "Timeline" })).toBeFocused({ timeout: 1_000 });
      }).toPass();
      await expect(dockOf(page)).toHaveAttribute("data-hidden", "false");
      await page.clock.runFor(10_000);
      await expect(dockOf(page)).toHaveAttribute("data-hidden", "false");
    },
  );

  test("Ctrl+Shift+H keeps it out, and the content makes room for it", { tag: "@full" }, async ({ page }) => {
    await page.clock.install();
    await open(page, []);
    // Shortcuts listen shortly after the page.
    await expect(async () => {
      await page.keyboard.press("Control+Shift+KeyH");
      expect((await readDock(page)).state.autoHide).toBe(false);
    }).toPass();
    await page.clock.runFor(10_000);
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "false");
    await expect(page.locator("#content")).toHaveCSS("padding-right", "80px");
  });

  test(
    "a card tells how an app fares, after 200 ms; a trial says when it ends",
    { tag: "@full" },
    async ({ page }) => {
      await open(page, ["Alpha"]);
      await callDock(page);
      await dockedApp(page, "Alpha").hover();
      const card = page.getByRole("tooltip");
      await expect(card).toContainText("Alpha");
      await expect(card).toContainText("試用中 - 30分後に期限切れ");
      for (const text of ["Type", "Status", "Not running", "Memory", "N/A", "Last active"]) {
        await expect(card).toContainText(text);
      }
      await page.keyboard.press("Escape");
      await expect(card).toBeHidden();
    },
  );

  test("is rearranged by the mouse, in its phases, from more than 4 px on", async ({ page }) => {
    await open(page);
    await callDock(page);
    await sortable(page);
    const from = (await dockedApp(page, "Alpha").boundingBox())!;
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    const phases = await page.evaluateHandle(() => {
      const seen: (string | null)[] = [];
      const dock = document.getElementById("dock")!;
      const note = () => seen.push(dock.getAttribute("data-phase"));
      new MutationObserver(note).observe(dock, { attributeFilter: ["data-phase"] });
      return seen;
    });
    const seen = () => phases.evaluate((list) => [...list]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 4);
    await expect.poll(seen).toEqual(["pickup"]);
    await page.mouse.move(x, y + 6);
    await expect.poll(seen).toEqual(["pickup", "dragging", "stable"]);
    await page.mouse.move(x, y + 60, { steps: 6 });
    await page.mouse.move(x, y + 110, { steps: 6 });
    await lifted(page, y + 110);
    await expect.poll(async () => (await seen()).slice(3).slice(-2)).toEqual(["dragging", "stable"]);
    // What hangs at the pointer goes from there into its place, and nowhere else.
    const away = page.evaluate(
      (pointer) =>
        new Promise<number>((resolve) => {
          let furthest = 0;
          const look = () => {
            const lifted = document.querySelector(".dock-lifted")?.getBoundingClientRect();
            if (!lifted) return resolve(furthest);
            furthest = Math.max(furthest, Math.abs(lifted.y + lifted.height / 2 - pointer));
            requestAnimationFrame(look);
          };
          look();
        }),
      y + 110,
    );
    await page.mouse.up();
    expect(await away).toBeLessThan(30);
    await expect(dockOf(page)).toHaveAttribute("data-phase", "none");
    expect((await seen()).slice(-4)).toEqual(["dragging", "stable", "dropping", "none"]);
    expect(await shownOrder(page)).toEqual(["Beta", "Gamma", "Alpha", "Delta"]);
    await expect(page).toHaveURL(/\/timeline$/);
    await page.reload();
    await settled(page);
    expect(await shownOrder(page)).toEqual(["Beta", "Gamma", "Alpha", "Delta"]);
  });

  test("is rearranged by the keyboard, and says so", { tag: "@full" }, async ({ page }) => {
    await open(page);
    await callDock(page);
    await sortable(page);
    await dockedApp(page, "Alpha").focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("Picked up Alpha. It is number 1 of 4.")).toBeAttached();
    // Where the others stand is measured a moment after picking up; until then there is nowhere to move to.
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect(page.getByText("Alpha is now number 2 of 4.")).toBeAttached({ timeout: 5_000 });
    }).toPass();
    await page.keyboard.press("Space");
    await expect(page.getByText("Dropped Alpha as number 2 of 4.")).toBeAttached();
    expect(await shownOrder(page)).toEqual(["Beta", "Alpha", "Gamma", "Delta"]);
    await dockedApp(page, "Beta").focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("Picked up Beta. It is number 1 of 4.")).toBeAttached();
    await page.keyboard.press("ArrowDown");
    // The library listens for keys from a timer on, which the browser holds back behind keys that come within one frame.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(page.getByText("Cancelled. Beta is back where it was.")).toBeAttached({ timeout: 1_000 });
    }).toPass();
    expect(await shownOrder(page)).toEqual(["Beta", "Alpha", "Gamma", "Delta"]);
  });

  test("an app's menu rearranges, removes, and takes it back", { tag: "@full" }, async ({ page }) => {
    await open(page);
    await callDock(page);
    await dockedApp(page, "Beta").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move earlier" }).click();
    await expect.poll(() => shownOrder(page)).toEqual(["Beta", "Alpha", "Gamma", "Delta"]);
    await expect(dockedApp(page, "Beta")).toBeFocused();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Remove from dock" }).click();
    await expect.poll(() => shownOrder(page)).toEqual(["Alpha", "Gamma", "Delta"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => shownOrder(page)).toEqual(["Beta", "Alpha", "Gamma", "Delta"]);
  });
});

test("a stored dock of any other shape is reset, never thrown", { tag: "@full" }, async ({ page }) => {
  await open(page, []);
  for (const stored of [
    "",
    "{",
    "[]",
    '{"version":9,"state":{}}',
    '{"version":1,"state":{"position":"middle"}}',
  ]) {
    await page.evaluate((text) => localStorage.setItem("gum-dock", text), stored);
    await page.reload();
    await settled(page);
    expect((await readDock(page)).state).toMatchObject({ position: "right", autoHide: true, size: "medium" });
  }
});

test("an expired trial is gone when the page loads", { tag: "@full" }, async ({ page }) => {
  await open(page, []);
  await fillDock(page, ["Gone"], -1);
  expect((await readDock(page)).state.dockedApps).toEqual([]);
  await expect(dockedApp(page, "Gone")).toHaveCount(0);
});

test("on a narrow window it is a bar at the bottom that covers nothing", async ({ page }) => {
  await open(page);
  await page.setViewportSize({ width: 640, height: 900 });
  await expect.poll(() => barPlace(page)).toEqual([0, 640, 900]);
  const { height } = (await page.locator(".dock-bar").boundingBox())!;
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const content = await page
    .locator("#content")
    .evaluate((main) => Number.parseFloat(getComputedStyle(main).paddingBottom));
  expect(content).toBeGreaterThanOrEqual(height);
  await page.setViewportSize({ width: 641, height: 900 });
  await expect.poll(async () => (await barPlace(page))[1]).toBeLessThan(100);
});

test("a finger that rests on an app and lets go gets its menu", { tag: "@finger" }, async ({ page }) => {
  await page.clock.install();
  await open(page);
  await sortable(page);
  const box = (await dockedApp(page, "Alpha").boundingBox())!;
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await stopClock(page);
  const touch = await page.context().newCDPSession(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.clock.runFor(420);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.clock.resume();
  await expect(page.getByRole("menuitem", { name: "Remove from dock" })).toBeVisible();
});

test("a tap on an app opens it", { tag: "@finger" }, async ({ page }) => {
  await open(page);
  await dockedApp(page, "Alpha").tap();
  await expect(page).toHaveURL(/\/run$/);
});

const EDGE_PAGE = `<!doctype html><body style="margin:0"><button style="width:100vw;height:100vh">all</button><script>document.querySelector("button").addEventListener("click",(event)=>{event.target.textContent="pressed"})</script>`;

/** Runs an app that is not in the dock. */
async function runUndocked(page: Page): Promise<App> {
  const manifest = { name: appName("Edge"), entry: { html: "index.html" } };
  const app = await uploadByApi(page, makePackage(manifest, { "index.html": EDGE_PAGE }));
  await callAs(page, "DELETE", `/apps/${app.id}/install`);
  await page.goto(`/apps/${app.id}/run`);
  await expect(appFrame(page).getByRole("button")).toBeVisible();
  // Until the app has painted, a notice covers it: a press by coordinates would go there.
  await expect(page.getByText(/^Starting .*…$/)).toHaveCount(0);
  await settled(page);
  return app;
}

test.describe("over a running app", () => {
  const run = async (page: Page): Promise<App> => {
    await signUpOnboarded(page);
    return runUndocked(page);
  };

  test("starts hidden, comes out at its handle, and a press in the app hides it", async ({ page }) => {
    await run(page);
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "true");
    // The app's own edge is the app's.
    await page.mouse.move(1400, 700);
    await page.mouse.click(1400, 700);
    await expect(appFrame(page).getByRole("button")).toHaveText("pressed");
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "true");
    await page.locator(".dock-handle").hover();
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "false");
    await page.locator("#content").focus();
    await page.mouse.move(600, 500);
    await page.mouse.click(600, 500);
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "true");
  });

  test("hides 3 s after the pointer went into the app", { tag: "@full" }, async ({ page }) => {
    await page.clock.install();
    await run(page);
    await page.locator(".dock-handle").hover();
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "false");
    await page.mouse.move(600, 500);
    await page.clock.runFor(3_100);
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "true");
  });

  test("holds an app while it runs, and keeps it on request", { tag: "@full" }, async ({ page }) => {
    const app = await run(page);
    const item = dockedApp(page, app.name);
    await expect(item).toContainText("Running");
    await page.locator(".dock-handle").hover();
    await item.click({ button: "right" });
    await page.getByRole("menuitem", { name: "Stop" }).click();
    await expect(item).toHaveCount(0);

    await page.getByRole("button", { name: "Start", exact: true }).click();
    await expect(item).toContainText("Running");
    await page.goto("/timeline");
    await callDock(page);
    // After a reload it is suspended, and still not one of the kept ones.
    await expect(item).toContainText("Suspended");
    expect((await readDock(page)).state.dockedApps).toEqual([]);
    await item.click({ button: "right" });
    const installed = page.waitForResponse((answer) => answer.url().endsWith("/install"));
    await page.getByRole("menuitem", { name: "Keep in dock" }).click();
    await installed;
    await expect
      .poll(async () => (await readDock(page)).state.dockedApps.map(({ id }) => id))
      .toEqual([app.id]);
    await page.reload();
    await settled(page);
    await expect(item).toHaveCount(1);
  });
});

test(
  "on a touch screen it starts hidden, and its handle brings it out",
  { tag: "@finger" },
  async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await open(page, []);
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "true");
    await page.locator(".dock-handle").tap();
    await expect(dockOf(page)).toHaveAttribute("data-hidden", "false");
  },
);

test("on a phone a running app is in view", { tag: ["@full", "@phone-full"] }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const names = Array.from({ length: 12 }, (_, index) => `App ${index}`);
  await open(page, names);
  const { name } = await runUndocked(page);
  await expect(dockedApp(page, name)).toBeInViewport({ ratio: 1 });
});

test("is hidden where a person is not in yet", { tag: "@full" }, async ({ page }) => {
  for (const path of ["/login", "/signup"]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.locator("#dock")).toHaveCount(0);
  }
});
