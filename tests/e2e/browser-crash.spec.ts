import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";
import { expect, type Page, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { browserOptions } from "../support/browser.mjs";
import { hydrated } from "../support/hydrated";
import { makePackage } from "../support/package-bytes";
import { callAs, cardOf, publish } from "../support/posts";
import { appFrame, appName, uploadByApi } from "../support/store";
import type { Post } from "@/lib/posts/contract";

const NOTE = `<!doctype html><meta charset="utf-8"><title>t</title><textarea id="note" aria-label="Note"></textarea>
<script>
  const note = document.getElementById("note");
  note.value = localStorage.note ?? "";
  note.addEventListener("input", () => (localStorage.note = note.value));
</script>`;

/** A Chromium with a profile on disk, of which this test has the process. */
async function startBrowser(profile: string) {
  const { executablePath, args } = browserOptions();
  const own = ["--headless=new", "--remote-debugging-port=0", "--no-first-run", `--user-data-dir=${profile}`];
  // In a process group of its own, with its renderers.
  const child = spawn(executablePath!, [...args, ...own, "about:blank"], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGKILL");
    await ended;
  };
  try {
    for await (const line of createInterface(child.stderr)) {
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (!address) continue;
      child.stderr.resume();
      const browser = await chromium.connectOverCDP(address);
      return { context: browser.contexts()[0]!, kill };
    }
    throw new Error("Chromium did not start.");
  } catch (error) {
    await kill();
    throw error;
  }
}

test(
  "a browser that is killed loses nothing that it had stored, and sends it once",
  { tag: "@full" },
  async ({ page, baseURL }, testInfo) => {
    test.slow();
    const url = (path: string) => new URL(path, baseURL).href;
    await signUpOnboarded(page);
    const post = await publish(page, `worth a like ${Date.now()}`);
    const app = await uploadByApi(
      page,
      makePackage({ name: appName("Margin"), entry: { html: "index.html" } }, { "index.html": NOTE }),
    );
    const saved = async () =>
      (await callAs<{ entries: { value: string }[] }>(page, "GET", `/apps/${app.id}/storage`)).entries[0]
        ?.value;
    const written = `from the train ${Date.now()}`;
    // A killed browser may lose its newest cookies: Chromium writes them to disk up to half a minute later.
    const cookies = await page.context().cookies();
    const profile = testInfo.outputPath("profile");
    const open = async (of: Awaited<ReturnType<typeof startBrowser>>, path: string): Promise<Page> => {
      const tab = await of.context.newPage();
      await tab.goto(url(path));
      await hydrated(tab);
      return tab;
    };
    const note = (tab: Page) => appFrame(tab).getByLabel("Note");
    const like = (tab: Page) => cardOf(tab, post.body).getByRole("button", { name: /^Like/ });

    const first = await startBrowser(profile);
    try {
      await first.context.addCookies(cookies);
      const running = await open(first, `/apps/${app.id}/run`);
      await note(running).fill("saved");
      await expect.poll(saved).toBe("saved");
      // The second tab shows what the first one does once it is stored.
      const [timeline, witness] = [await open(first, "/timeline"), await open(first, "/timeline")];
      for (const tab of [timeline, witness])
        await expect
          .poll(() => tab.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
          .toContain("gum-outbox");
      await first.context.setOffline(true);
      await note(running).fill("written offline");
      await expect
        .poll(() => running.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
        .toContain("gum-app-unsent");
      await expect(running.getByText("cannot be stored right now")).toBeVisible();
      await like(timeline).click();
      await expect(like(witness)).toHaveAttribute("aria-pressed", "true");
      await timeline.getByLabel("What to post").fill(written);
      await timeline.getByRole("button", { name: "Post", exact: true }).click();
      await expect(cardOf(witness, written).or(witness.getByText(written)).first()).toBeVisible();
    } finally {
      await first.kill();
    }
    expect((await callAs<Post>(page, "GET", `/posts/${post.id}`)).counts.likes).toBe(0);
    expect(await saved()).toBe("saved");

    const second = await startBrowser(profile);
    try {
      await second.context.addCookies(cookies);
      const timeline = await open(second, "/timeline");
      const likes = async () => (await callAs<Post>(page, "GET", `/posts/${post.id}`)).counts.likes;
      await expect.poll(likes).toBe(1);
      await expect(like(timeline)).toHaveAttribute("aria-pressed", "true");
      await expect(cardOf(timeline, written)).toHaveCount(1);
      const running = await open(second, `/apps/${app.id}/run`);
      await expect(note(running)).toHaveValue("written offline");
      await expect.poll(saved).toBe("written offline");
      await timeline.reload();
      await expect(cardOf(timeline, written)).toHaveCount(1);
      expect(await likes()).toBe(1);
    } finally {
      await second.kill();
    }
  },
);
