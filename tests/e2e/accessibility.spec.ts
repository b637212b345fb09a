import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Browser, type Page } from "../support/test";
import { findNames, signIn } from "../screenshots/people.mjs";
import { SCREENS } from "../screenshots/screens.mjs";
import { full } from "../support/depth";
import { still } from "../support/still";

type Screen = {
  name: string;
  path: string;
  as: string;
  sizes?: string[];
  dock?: { position: string; autoHide: boolean };
  before?: (page: Page) => unknown;
  act?: (page: Page) => unknown;
};
type State =
  Awaited<ReturnType<Browser["newContext"]>> extends { storageState: () => Promise<infer S> } ? S : never;

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Screens in one test: enough to be worth its sign-in, few enough that both workers have something to do. */
const TOGETHER = full ? 6 : 2;
const NARROWEST_PX = 320;
const TARGET_PX = 24;

/** Of these another screen shows every element. */
const SEEN_ELSEWHERE = [
  "timeline-writing",
  "settings-end",
  "dock-top",
  "dock-bottom",
  "dock-left",
  "search-start",
];

/** Of all screens those that `npm test` looks at. */
const FIRST = ["login-refused", "timeline-post-menu", "app-run"];

const screens = (SCREENS as Screen[])
  .filter(({ name }) => (full ? !SEEN_ELSEWHERE.includes(name) : FIRST.includes(name)))
  .toSorted((a, b) => a.as.localeCompare(b.as));
const groups = Array.from({ length: Math.ceil(screens.length / TOGETHER) }, (_, index) =>
  screens.slice(index * TOGETHER, (index + 1) * TOGETHER),
);

async function violations(page: Page, theme: string, only?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (only ? axe.withRules([only]) : axe.withTags(TAGS)).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 4)
      .map(({ html, any }) => `${theme}, ${id}: ${html.slice(0, 160)} (${any[0]?.message ?? ""})`),
  );
}

/** Controls smaller than a finger needs, links in running text excepted. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [role=menuitem], [role=option], [role=tab], [role=switch]",
    );
    return [...controls]
      .filter((control) => {
        const style = getComputedStyle(control);
        if (
          style.display === "inline" ||
          !control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        )
          return false;
        // A link whose area is the card around it.
        if (getComputedStyle(control, "::after").position === "absolute") return false;
        // Brings the dock out under the pointer, without a press; a finger's is 24 px wide.
        if (control.matches(".dock-handle") && matchMedia("(hover: hover)").matches) return false;
        // Hidden from the eye, there for screen readers and for the focus.
        if (style.clipPath !== "none" || style.clip !== "auto") return false;
        const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
        return width > 1 && height > 1 && (width < least - 0.5 || height < least - 0.5);
      })
      .map((control) => control.outerHTML.slice(0, 160));
  }, TARGET_PX);
}

/** Names what sticks out of a window of NARROWEST_PX, for the message of a failure. */
async function widest(page: Page): Promise<string> {
  const names = await page.evaluate((limit) => {
    const out = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > limit + 0.5 && !element.closest(".dock, .picture"),
    );
    return out.slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
  }, NARROWEST_PX);
  return names.length > 0 ? `: ${names.join(" ")}` : "";
}

async function prepare(page: Page, { dock, before }: Screen): Promise<void> {
  await page.addInitScript((settings) => {
    localStorage.setItem("gum-ui-theme", "dark");
    if (!settings) return;
    const state = { size: "medium", dockedApps: [], appOrder: [], userId: "", ...settings };
    localStorage.setItem("gum-dock", JSON.stringify({ version: 1, state }));
  }, dock);
  await before?.(page);
}

async function check(page: Page, screen: Screen, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  await prepare(page, screen);
  await page.goto(path);
  // The document of a 404 is empty until the browser renders its page.
  await expect(page.locator("html[lang]")).toHaveCount(1);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await screen.act?.(page);
  // What was sent is answered: until then its form is disabled, and dimmed.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await still(page);
  expect.soft(await violations(page, "dark"), screen.name).toEqual([]);
  expect.soft(await smallTargets(page), screen.name).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.classList.replace("dark", "light");
    document.documentElement.style.colorScheme = "light";
  });
  await still(page);
  // Colours are all that differs.
  expect.soft(await violations(page, "light", "color-contrast"), screen.name).toEqual([]);
  await page.setViewportSize({ width: NARROWEST_PX, height: 640 });
  const width = () => page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth));
  // What a script places, as the window of an app, follows a moment later.
  const fits = await expect
    .poll(width)
    .toBe(NARROWEST_PX)
    .then(
      () => true,
      () => false,
    );
  expect.soft(fits, `${screen.name}: width at ${NARROWEST_PX} px${await widest(page)}`).toBe(true);
}

for (const group of groups) {
  const title = `WCAG 2.2 AA in both themes: ${group[0]?.name} to ${group.at(-1)?.name}`;
  test(title, { tag: full ? "@full" : [] }, async ({ browser, baseURL }) => {
    test.setTimeout(240_000);
    const states = new Map<string, State | undefined>();
    const stateOf = async (who: string) => {
      if (!states.has(who)) states.set(who, (await signIn(browser, baseURL, who)) as State | undefined);
      return states.get(who);
    };
    const names = (await findNames(browser, baseURL, await stateOf("demo"))) as Record<string, string>;
    for (const screen of group) {
      if (screen.sizes && !screen.sizes.includes("desktop")) continue;
      await test.step(screen.name, async () => {
        const context = await browser.newContext({ storageState: await stateOf(screen.as) });
        const path = screen.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? "");
        await check(await context.newPage(), screen, path);
        await context.close();
      });
    }
  });
}

test("the focus is seen wherever it goes", { tag: "@full" }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    storageState: (await signIn(browser, baseURL, "demo")) as State,
  });
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/timeline", "/apps", "/settings", "/add-app", "/playground"]) {
    await page.goto(path);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    for (let step = 0; step < 24; step++) {
      // In an editor of code Tab indents; Escape gives it back.
      if (await page.evaluate(() => document.activeElement?.matches(".cm-content")))
        await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      const unseen = await page.evaluate(() => {
        const at = document.activeElement;
        if (!at || at === document.body) return null;
        const marked = (element: Element | null, part?: string) => {
          if (!element) return false;
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
          return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
        };
        // A field may be marked by what it stands in, a link by the card it covers.
        const around = [
          at.parentElement,
          ...[".cm-editor", "label", "form", "[data-focused]"].map((each) => at.closest(each)),
        ];
        const seen = marked(at) || marked(at, "::after") || around.some((each) => marked(each));
        return seen ? null : at.outerHTML.slice(0, 160);
      });
      expect.soft(unseen, `${path}, after ${step + 1} Tabs`).toBeNull();
    }
  }
  await context.close();
});
