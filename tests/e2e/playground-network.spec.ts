import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { expect, test, type Page } from "../support/test";
import { appFrame } from "../support/store";

/** Asks a host of its manifest, and shows what came back. */
const FILES = {
  "manifest.json": JSON.stringify({
    manifest_version: 1,
    name: "Weather",
    version: "1.0.0",
    network: { hosts: ["api.example.com"], reason: "Reads the weather." },
  }),
  "index.html": `<h1>Weather</h1><button>Ask</button><output></output><script>
    document.querySelector("button").onclick = async () => {
      const show = (text) => (document.querySelector("output").textContent = text);
      show("…");
      try {
        const answer = await gum.fetch("https://api.example.com/today");
        show(answer.status + " " + (answer.ok ? (await answer.json()).sky : (await answer.json()).code));
      } catch (error) {
        show(error.name);
      }
    };
  </script>`,
};

async function write(page: Page, file: string, text: string) {
  const files = page.getByRole("navigation", { name: "Files" });
  if ((await files.getByText(file, { exact: true }).count()) === 0) {
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByRole("textbox", { name: "Name of the new file" }).fill(file);
    await page.keyboard.press("Enter");
  } else await files.getByText(file, { exact: true }).click();
  await page.getByRole("textbox", { name: `Text of ${file}` }).fill(text);
}

test(
  "requests of an app that is tried out are answered by its project, slowly or not at all",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/playground?template=page");
    for (const [file, text] of Object.entries(FILES)) await write(page, file, text);
    const frame = appFrame(page);
    const ask = () => frame.getByRole("button", { name: "Ask" }).click();
    const output = frame.locator("output");
    await expect(frame.getByRole("heading", { name: "Weather" })).toBeVisible();
    await page.getByRole("tab", { name: "Network" }).click();
    const requests = page.getByRole("list", { name: "Requests" });
    await ask();
    await page.getByRole("button", { name: "Allow" }).click();
    await expect(output).toHaveText(/^502 /);
    const request = requests.getByText("https://api.example.com/today");
    await expect(requests.getByText("no answer")).toBeVisible();

    // It is answered in the project's own file.
    await request.click();
    await page.getByRole("button", { name: "Answer it" }).click();
    const answers = page.getByRole("textbox", { name: "Text of .network.json" });
    await expect(answers).toContainText('"url": "https://api.example.com/today"');
    await answers.fill(
      JSON.stringify([{ url: "https://api.example.com/*", body: { sky: "clear" }, headers: { etag: "1" } }]),
    );
    // The app runs on, and asks again: its package is the same.
    await expect(async () => {
      await ask();
      await expect(output).toHaveText("200 clear", { timeout: 5_000 });
    }).toPass();
    await requests.getByText("https://api.example.com/today").last().click();
    await expect(page.getByRole("region", { name: "Response" }).last()).toContainText("etag: 1");

    await page.getByRole("combobox", { name: "Network" }).selectOption("offline");
    await expect(page.getByRole("tab", { name: /^Network: offline/ })).toBeVisible();
    await ask();
    await expect(output).toHaveText(/^502 /);
    await page.getByRole("combobox", { name: "Network" }).selectOption("slow");
    // By the clock of the app: a look from here may come too late for what it shows meanwhile.
    const waited = output.evaluate(
      (shown) =>
        new Promise<number>((resolve) => {
          let began = 0;
          new MutationObserver(() => {
            if (shown.textContent === "…") began = performance.now();
            else resolve(performance.now() - began);
          }).observe(shown, { childList: true });
        }),
    );
    await ask();
    expect(await waited).toBeGreaterThan(1_000);
    await expect(output).toHaveText("200 clear");

    await answers.fill("[");
    await expect(page.getByRole("alert").filter({ hasText: ".network.json" })).toBeVisible();

    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Save as .gum" }).click();
    const saved = unzipSync(new Uint8Array(await readFile(await (await saving).path())));
    expect(Object.keys(saved).sort()).not.toContain(".network.json");
  },
);

test(
  "hosts that the frame refuses and files that the package lacks stand among the requests",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/playground?template=page");
    const html = `<h1>Far</h1><img src="https://pictures.example/a.png" alt="">
      <script src="gone.js"></script><script>fetch("https://api.example/x").catch(() => {})</script>`;
    await write(page, "index.html", html);
    await expect(appFrame(page).getByRole("heading", { name: "Far" })).toBeVisible();
    await page.getByRole("tab", { name: "Network" }).click();
    const requests = page.getByRole("list", { name: "Requests" }).getByRole("listitem");
    const picture = requests.filter({ hasText: "https://pictures.example/a.png" }).first();
    await expect(picture).toContainText("refused");
    await picture.getByText("https://pictures.example/a.png").first().click();
    await expect(picture).toContainText("ask for it with gum.fetch");
    await expect(requests.filter({ hasText: "api.example" }).first()).toContainText("refused");
    await expect(requests.filter({ hasText: "/gone.js" }).first()).toContainText("not in the package");
  },
);
