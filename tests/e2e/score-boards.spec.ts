import type { App } from "@/lib/apps/contract";
import { expect, test, type Browser, type FrameLocator, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { cardOf, publish } from "../support/posts";
import { appName, uploadByApi } from "../support/store";

// What a board takes and tells: tests/integration/scores.test.ts; what a log can say: lib/scores/replay.server.test.ts.

async function personIn(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signUpOnboarded(page);
  return page;
}

/** Each press is a point, which is handed in. */
const counter = (name: string) =>
  makePackage(
    { name, entry: { html: "index.html" }, scores: [{ id: "points", title: "Points" }] },
    {
      "index.html": `<!doctype html><meta charset="utf-8"><title>t</title><button>Point</button><p role="status"></p><script>
        let points = 0;
        document.querySelector("button").addEventListener("click", async () => {
          const { best } = await gum.scores.submit("points", ++points);
          document.querySelector("p").textContent = "best " + best;
        });</script>`,
    },
  );

const inside = (page: Page): FrameLocator => page.frameLocator("[data-app-status] iframe");

test(
  "the best scores of a post's app change for those who see it, and one can be reported",
  { tag: "@full" },
  async ({ page: ada, browser }) => {
    await signUpOnboarded(ada);
    const ben = await personIn(browser);
    const app = await uploadByApi(ada, counter(appName("Counter")), { published: true });
    const post = await publish(ada, appName("Who is best?"), { appRef: { appId: app.id } });
    await ada.goto("/timeline?feed=all");
    const board = cardOf(ada, post.body).getByRole("group", { name: "Points" });
    await expect(cardOf(ada, post.body)).toBeVisible();
    await expect(board).toHaveCount(0);

    await ben.goto(`/apps/${app.id}/run`);
    for (const points of [1, 2, 3]) {
      await inside(ben).getByRole("button", { name: "Point" }).click();
      await expect(inside(ben).getByText(`best ${points}`)).toBeVisible();
      await expect(board.getByRole("listitem")).toHaveText([new RegExp(`${points}\\s*$`)]);
    }
    await ben.context().close();

    await ada.goto(`/apps/${app.id}`);
    await ada.getByRole("button", { name: /^Report the score of Player/ }).click();
    const dialog = ada.getByRole("dialog", { name: /^Report the score of Player/ });
    await dialog.getByRole("radio", { name: "Spam" }).check();
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(ada.getByText("Thank you. Your report is with us.")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  },
);

/** Everything that the inputs of a run can be goes into the sum. */
const SUM = `
  let sum = 0, ticks = 0, keys = 0, note = "not handed in";
  const mix = (n) => { sum = (sum * 31 + n + Math.floor(Math.random() * 1000) + Date.now() % 97) % 1000003; };
  const hand = async () => {
    note = "waits";
    draw();
    try {
      const { verified } = await gum.scores.submit("sum", sum);
      note = verified ? "checked" : "taken";
    } catch (error) {
      note = error.code;
    }
    draw();
  };
  const draw = () => ui.render(ui.column(
    ui.text("keys " + keys),
    ui.text(ticks < 20 ? "ticking" : "ticked"),
    ui.input({ label: "Word", change: (text) => { for (const letter of text) mix(letter.charCodeAt(0)); } }),
    ui.button("Hand in", hand),
    ui.text(note),
  ));
  ui.onKey(({ key, down }) => { keys += down ? 1 : 0; mix(key.charCodeAt(0) + (down ? 1 : 0)); draw(); });
  setInterval(() => { ticks += 1; mix(ticks); if (ticks === 20) draw(); }, 50);
  const frame = () => { mix(3); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  draw();
`;

async function play(page: Page, app: App): Promise<FrameLocator> {
  await page.goto(`/apps/${app.id}/run`);
  const frame = inside(page);
  await frame.getByLabel("Word").pressSequentially("にほん go");
  await frame.getByText("keys").click();
  for (const key of ["ArrowLeft", "a", "ArrowRight"]) await page.keyboard.press(key, { delay: 30 });
  await expect(frame.getByText("ticked")).toBeVisible();
  await expect(frame.getByText(/^keys [1-9]/)).toBeVisible();
  return frame;
}

test(
  "a run with typing, keys, timers and chance is checked; with another value or input it is not",
  { tag: "@full" },
  async ({ page }) => {
    test.slow();
    await signUpOnboarded(page);
    const manifest = {
      name: appName("Sum"),
      entry: { module: "main.js" },
      runtime_target: "quickjs",
      scores: [{ id: "sum", title: "Sum", verified: true }],
    };
    const app = await uploadByApi(page, await makePackage(manifest, { "main.js": SUM }));
    type Sent = { value: number; proof: { log: string } };
    const tampered: [string, (score: Sent) => object][] = [
      ["another value", (score) => ({ ...score, value: score.value + 1 })],
      [
        "another letter",
        ({ proof, ...score }) => ({ ...score, proof: { ...proof, log: proof.log.replace("go", "gp") } }),
      ],
    ];
    for (const [what, change] of tampered) {
      await test.step(what, async () => {
        const frame = await play(page, app);
        await page.route("**/api/apps/*/scores", async (route) => {
          const sent = route.request().postDataJSON() as Sent;
          const changed = change(sent);
          expect(JSON.stringify(changed)).not.toBe(JSON.stringify(sent));
          await route.continue({ postData: changed });
        });
        await frame.getByRole("button", { name: "Hand in" }).click();
        await expect(frame.getByText("score_unverified")).toBeVisible();
        await page.unroute("**/api/apps/*/scores");
      });
    }
    await page.goto(`/apps/${app.id}`);
    await expect(page.locator("#scores")).toContainText("No score yet");

    const frame = await play(page, app);
    await frame.getByRole("button", { name: "Hand in" }).click();
    await expect(frame.getByText("checked")).toBeVisible();
    await page.goto(`/apps/${app.id}`);
    const row = page.locator("#scores li").filter({ hasText: "You" });
    await expect(row).toContainText("Checked by running it again");
  },
);
