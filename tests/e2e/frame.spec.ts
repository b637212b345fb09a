import fs from "node:fs";
import { expect, test, type Page } from "../support/test";
import type { App } from "@/lib/apps/contract";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { dockedApp } from "../support/dock";
import { appFrame, appName, savedAreas, uploadByApi } from "../support/store";
import { notice } from "../support/notices";

/** Apps in their frame on the real product: what they keep, what they ask, what they may, and what happens when they fail. */

const WEB = { "x-client-info": "gum-web" };

interface Made {
  app: App;
  open: () => Promise<void>;
}

async function make(page: Page, body: string, manifest: Record<string, unknown> = {}): Promise<Made> {
  const name = appName("Framed");
  const files = { "index.html": `<!doctype html><meta charset="utf-8"><title>${name}</title><body>${body}` };
  const all = { name, entry: { html: "index.html" }, ...manifest };
  const app = await uploadByApi(page, makePackage(all, files));
  return {
    app,
    open: async () => {
      await page.goto(`/apps/${app.id}/run`);
      await expect(page.locator("[data-app-status=running] iframe")).toBeVisible();
    },
  };
}

/** A page that writes into #out what `code` gives when the button of that name is pressed. */
const buttons = (actions: Record<string, string>): string =>
  `<p id="out"></p>${Object.keys(actions)
    .map((name) => `<button>${name}</button>`)
    .join(
      "",
    )}<script>const out=(value)=>{document.getElementById("out").textContent=String(value)};const actions={${Object.entries(
    actions,
  )
    .map(([name, code]) => `${JSON.stringify(name)}:async()=>{${code}}`)
    .join(
      ",",
    )}};for(const b of document.querySelectorAll("button"))b.onclick=()=>actions[b.textContent]().catch((e)=>out((e.code??e.name)+": "+e.message))</script>`;

test(
  "saves follow the person to another browser, and are exported and cleared in Settings",
  { tag: "@full" },
  async ({ page, browser }) => {
    // Two browsers and eight page loads.
    test.slow();
    const account = await signUpOnboarded(page);
    const { app, open } = await make(
      page,
      buttons({
        save: `localStorage.setItem("level","7");document.cookie="theme=blue; max-age=9999";await gum.storage.set("n",{x:1});const db=await new Promise((ok)=>{const r=indexedDB.open("d",1);r.onupgradeneeded=()=>r.result.createObjectStore("s");r.onsuccess=()=>ok(r.result)});await new Promise((ok)=>{const t=db.transaction("s","readwrite");t.objectStore("s").put("kept","k");t.oncomplete=ok});sessionStorage.tab="1";out("saved")`,
        read: `const db=await new Promise((ok)=>{const r=indexedDB.open("d",1);r.onupgradeneeded=()=>r.result.createObjectStore("s");r.onsuccess=()=>ok(r.result)});const kept=await new Promise((ok)=>{const r=db.transaction("s").objectStore("s").get("k");r.onsuccess=()=>ok(r.result)});out([localStorage.level,document.cookie,JSON.stringify(await gum.storage.get("n")),kept,sessionStorage.tab,gum.user.id.length].join(" "))`,
        fill: `try{localStorage.setItem("big","x".repeat(11*1024*1024))}catch(e){out(e.name)}`,
      }),
    );
    await open();
    const inside = appFrame(page);
    await inside.getByRole("button", { name: "save" }).click();
    await expect(inside.locator("#out")).toHaveText("saved");
    await inside.getByRole("button", { name: "fill" }).click();
    await expect(inside.locator("#out")).toHaveText("QuotaExceededError");
    await page.reload();
    await inside.getByRole("button", { name: "read" }).click();
    await expect(inside.locator("#out")).toHaveText(`7 theme=blue {"x":1} kept 1 22`);

    await expect.poll(() => savedAreas(page, app.id)).toBe("cookies databases local values");
    const elsewhere = await (await browser.newContext()).newPage();
    const answer = await elsewhere.request.post("/api/v2/auth/login", {
      headers: WEB,
      data: { email: account.email, password: account.password },
    });
    expect(answer.ok()).toBe(true);
    await elsewhere.goto(`/apps/${app.id}/run`);
    await appFrame(elsewhere).getByRole("button", { name: "read" }).click();
    // sessionStorage belongs to the tab.
    await expect(appFrame(elsewhere).locator("#out")).toHaveText(`7 theme=blue {"x":1} kept  22`);
    await elsewhere.context().close();

    await page.goto("/settings#app-data");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: `Export the data of ${app.name}` }).click();
    const exported = JSON.parse(fs.readFileSync(await (await download).path(), "utf8")) as {
      entries: { area: string; key: string; value: string }[];
    };
    expect(exported.entries).toContainEqual({ area: "local", key: "level", value: "7" });
    await page.getByRole("button", { name: `Clear the data of ${app.name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear" }).click();
    await expect(notice(page, `The data of ${app.name} is cleared.`)).toBeVisible();
    await expect(page.getByRole("button", { name: `Export the data of ${app.name}` })).toHaveCount(0);
    await open();
    await inside.getByRole("button", { name: "read" }).click();
    await expect(inside.locator("#out")).toHaveText(/^\s*22$/);
  },
);

test("what an app asks of the person is drawn by the shell", { tag: "@full" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUpOnboarded(page);
  const { app, open } = await make(
    page,
    `<a id="away" href="https://example.com/a/long/path?with=query#and-more">away</a><input type="file" id="file">${buttons(
      {
        alert: `alert("Hello <b>you</b>")`,
        confirm: `if(confirm("Really?"))out("confirmed")`,
        prompt: `const name=prompt("Your name?","Ada");if(name)out("hello "+name)`,
        secret: `prompt("Gum の" + "ﾊﾟｽﾜｰﾄﾞ")`,
        popup: `window.open("https://example.org/popup");out("asked")`,
        download: `const a=document.createElement("a");a.href=URL.createObjectURL(new Blob(["content"]));a.download="notes.txt";a.click()`,
        copy: `await navigator.clipboard.writeText("copied text");out("copied")`,
        fullscreen: `document.addEventListener("fullscreenchange",()=>out("full "+!!document.fullscreenElement));await document.body.requestFullscreen()`,
        compose: `out(await gum.compose({text:"From my app"}))`,
      },
    )}<script>document.getElementById("file").onchange=async(e)=>out(e.target.files[0].name+" "+await e.target.files[0].text());addEventListener("keydown",(e)=>out("key "+e.key))</script>`,
  );
  await open();
  const inside = appFrame(page);
  const out = inside.locator("#out");
  const press = (name: string) => inside.getByRole("button", { name, exact: true }).click();
  const box = page.getByRole("alertdialog");

  await press("alert");
  await expect(box).toContainText(`${app.name} says`);
  await expect(box).toContainText("Hello <b>you</b>");
  await box.getByRole("button", { name: "OK" }).click();
  await press("confirm");
  await box.getByRole("button", { name: "OK" }).click();
  await expect(out).toHaveText("confirmed");
  // In the app's name and with its icon, never ours; what is typed can be read.
  const noPassword = box.getByText("Never type your Gum password into an app.");
  await press("secret");
  await expect(box.getByRole("heading")).toHaveText(`${app.name} says`);
  await expect(box.getByText("This is a message of the app, not of Gum.")).toBeVisible();
  await expect(box.locator("img.app-icon")).toHaveAttribute("src", new RegExp(app.id));
  await expect(box.getByRole("textbox")).toHaveAttribute("type", "text");
  await expect(box.getByRole("textbox")).toHaveAccessibleDescription(
    "Never type your Gum password into an app.",
  );
  await expect(noPassword).toBeVisible();
  await page.keyboard.press("Escape");
  await press("prompt");
  await expect(noPassword).toHaveCount(0);
  await box.getByRole("textbox").fill("Grace");
  await page.keyboard.press("Enter");
  await expect(out).toHaveText("hello Grace");

  await inside.locator("#away").click();
  await expect(box).toContainText("https://example.com/a/long/path?with=query#and-more");
  await expect(box.getByRole("link", { name: "Open" })).toHaveAttribute("rel", "noopener noreferrer");
  await page.keyboard.press("Escape");
  await expect(box).toHaveCount(0);
  await press("popup");
  await expect(box).toContainText("https://example.org/popup");
  await box.getByRole("button", { name: "Cancel" }).click();

  const download = page.waitForEvent("download");
  await press("download");
  expect((await download).suggestedFilename()).toBe("notes.txt");
  const chooser = page.waitForEvent("filechooser");
  await inside.locator("#file").click();
  await (await chooser).setFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("inside") });
  await expect(out).toHaveText("a.txt inside");
  await press("copy");
  await expect(out).toHaveText("copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("copied text");
  await press("fullscreen");
  await expect(out).toHaveText("full true");
  await page.evaluate(() => document.exitFullscreen());
  await expect(out).toHaveText("full false");
  await page.mouse.click(700, 700);
  await page.keyboard.press("ArrowLeft");
  await expect(out).toHaveText("key ArrowLeft");

  await press("compose");
  const composer = page.getByRole("dialog");
  await expect(composer.getByRole("textbox").first()).toHaveValue("From my app");
  await expect(composer).toContainText(/wrote this text\. It is posted as yours\./);
  await composer.getByRole("textbox").first().fill("From my app, and mine");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(out).toHaveText("false");
});

test("permissions are asked with a reason, kept and taken back", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const { app, open } = await make(
    page,
    buttons({
      fetch: `const r=await gum.fetch("https://api.example.com/data");out(r.status+" "+r.headers.get("gum-error")+" "+(await r.json()).title)`,
      other: `const r=await gum.fetch("https://elsewhere.example.com/");out(r.status+" "+r.headers.get("gum-error"))`,
      who: `out((await gum.user.profile()).name)`,
      direct: `await fetch("https://api.example.com/data")`,
    }),
    {
      network: {
        hosts: ["api.example.com"],
        reason: { en: "Shows today's numbers", ja: "今日の数値を表示します" },
      },
      required_capabilities: [{ name: "profile", reason: "Greets you" }],
    },
  );
  await open();
  const inside = appFrame(page);
  const out = inside.locator("#out");
  const press = (name: string) => inside.getByRole("button", { name, exact: true }).click();
  const box = page.getByRole("alertdialog");

  await press("direct");
  await expect(out).toHaveText(
    "TypeError: Network API blocked by policy: fetch. Direct network access is not allowed. Use egress RPC instead.",
  );
  await press("fetch");
  await expect(box).toContainText(`${app.name} wants to reach the internet`);
  await expect(box).toContainText("api.example.com");
  await expect(box).toContainText("Shows today's numbers");
  await box.getByRole("button", { name: "Not now" }).click();
  await expect(out).toContainText("403 consent_required");
  await press("direct");
  await expect(out).toContainText("TypeError");
  await press("fetch");
  await expect(out).toContainText("403 consent_required");
  await expect(box).toHaveCount(0);

  // A new start asks again, in the reader's language.
  await page.context().addCookies([{ name: "gum-locale", value: "ja", url: page.url() }]);
  await page.reload();
  await press("fetch");
  await expect(box).toContainText("今日の数値を表示します");
  await page.context().clearCookies({ name: "gum-locale" });

  // Nobody answers under this name, so the proxy says that the way is broken.
  await page.reload();
  await press("fetch");
  await box.getByRole("button", { name: "Allow" }).click();
  await expect(out).toHaveText("502 egress_error Egress signature/route error", { timeout: 40_000 });
  await press("other");
  await expect(out).toHaveText("403 egress_refused");
  await press("who");
  await expect(box).toContainText("Greets you");
  await box.getByRole("button", { name: "Allow" }).click();
  await expect(out).toHaveText(/^e2e_/);

  await page.goto("/settings#permissions");
  await page.locator("#permissions").getByRole("link", { name: app.name }).click();
  await expect(page).toHaveURL(new RegExp(`/settings/apps/${app.id}$`));
  const ledger = page.getByRole("list", { name: "Network ledger" });
  await expect(ledger.getByRole("listitem")).toHaveCount(4);
  await expect(ledger).toContainText("not allowed by you");
  await expect(ledger).toContainText("not named by the app");
  await expect(ledger).toContainText("no such host");
  await page.getByRole("button", { name: /servers/ }).click();
  await page.getByRole("button", { name: /name and picture/ }).click();
  await expect(page.getByText("Not allowed", { exact: true })).toHaveCount(2);
  await open();
  await press("who");
  await expect(box).toContainText("wants to know who you are");
});

test("suspended, resumed and stopped, an app is the same in its page, in the dock and in the terminal", async ({
  page,
}) => {
  await signUpOnboarded(page);
  const { app, open } = await make(
    page,
    `<p id="out"></p><script>const n=(gum.state.restored?.n??0)+1;gum.state.save(()=>({n}));sessionStorage.lives=(sessionStorage.lives??"")+"x";document.getElementById("out").textContent="life "+n+" "+sessionStorage.lives</script>`,
  );
  await open();
  const out = appFrame(page).locator("#out");
  await expect(out).toHaveText("life 1 x");
  const terminal = page.getByRole("region", { name: "Developer Terminal" });
  await page.locator("#content").focus();
  await expect(async () => {
    await page.keyboard.press("Control+Shift+Backquote");
    await expect(terminal).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const command = async (line: string, answer: string | RegExp): Promise<void> => {
    await terminal.getByRole("textbox", { name: "Command" }).fill(line);
    await page.keyboard.press("Enter");
    await expect(terminal.getByRole("log")).toContainText(answer);
  };
  const docked = dockedApp(page, app.name);

  await command("apps", new RegExp(`${app.name}\\s+Running`));
  await command(`suspend ${app.name}`, `${app.name}: Suspended`);
  await expect(page.locator(".app-window")).toHaveCount(0);
  await expect(page.getByText("App is suspended to save memory. Click to resume.").first()).toBeVisible();
  await expect(docked).toHaveAttribute("data-suspended", "true");
  await command("apps", new RegExp(`${app.name}\\s+Suspended`));
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(out).toHaveText("life 2 xx");
  await expect(docked).not.toHaveAttribute("data-suspended");
  await command(`stop ${app.name}`, `${app.name}: Not running`);
  await expect(page.getByText(`${app.name} was stopped.`)).toBeVisible();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  // A state is given back as it was left, the session with it.
  await expect(out).toHaveText("life 3 xxx");
});

test(
  "an app that fails says so, with a way to try again and to report; a slow one shows that it starts",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const blank = await make(page, `<script>throw new Error("broken at the start")</script>`);
    await blank.open();
    await expect(page.getByRole("alert").filter({ hasText: "broken at the start" })).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "broken at the start" })).toBeVisible();
    await page.getByRole("button", { name: "Report" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");

    const later = await make(
      page,
      `<h1>Works</h1><button onclick="">x</button><script>document.querySelector("button").addEventListener("click",()=>{throw new TypeError("broken later")})</script>`.replace(
        ' onclick=""',
        "",
      ),
    );
    await later.open();
    await appFrame(page).getByRole("button").click();
    await expect(page.getByText("TypeError: broken later")).toBeVisible();
    await expect(appFrame(page).getByRole("heading", { name: "Works" })).toBeVisible();

    const slow = await make(
      page,
      `<script>const end=performance.now()+3000;while(performance.now()<end);</script><h1>Here at last</h1>`,
    );
    // The page's own load would wait for the frame's.
    await page.goto(`/apps/${slow.app.id}/run`, { waitUntil: "commit" });
    await expect(page.getByText(`Starting ${slow.app.name}…`)).toBeVisible();
    await expect(appFrame(page).getByRole("heading", { name: "Here at last" })).toBeVisible();
    await expect(page.getByText(`Starting ${slow.app.name}…`)).toHaveCount(0);
  },
);

test(
  "an app of the script runtime runs like any other and tells its memory exactly",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const answer = await page.request.get("/api/apps/public?search=Warikan");
    const [app] = ((await answer.json()) as { items: App[] }).items;
    await page.goto(`/apps/${app!.id}/run`);
    const inside = appFrame(page);
    for (const name of ["Mika", "Ren"]) {
      await inside.getByLabel("Name").fill(name);
      await inside.getByLabel("Name").press("Enter");
      await expect(inside.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
    }
    await inside.getByLabel("Amount").fill("1200");
    await inside.getByRole("button", { name: "Add payment" }).click();
    await expect(inside.getByText("Ren → Mika: 600")).toBeVisible();
    await page.reload();
    await expect(inside.getByText("Ren → Mika: 600")).toBeVisible();
    const memory = () =>
      page.evaluate(async (appId) => {
        const [database] = (await indexedDB.databases()).filter(({ name }) =>
          name?.startsWith("gum-app-states-"),
        );
        if (!database) return null;
        const db = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open(database.name!);
          opening.onsuccess = () => resolve(opening.result);
        });
        const record = await new Promise<{ memoryUsage: number } | undefined>((resolve) => {
          const asked = db.transaction("memory").objectStore("memory").get(appId);
          asked.onsuccess = () => resolve(asked.result as { memoryUsage: number } | undefined);
        });
        db.close();
        return record?.memoryUsage ?? null;
      }, app!.id);
    await expect.poll(memory, { timeout: 60_000 }).toBeGreaterThan(0.05);
    expect(await memory()).toBeLessThan(16);
  },
);

test(
  "the weather of an example needs a word of the person, and says what is in its way",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const answer = await page.request.get("/api/apps/public?search=Sorami");
    const [app] = ((await answer.json()) as { items: App[] }).items;
    await page.goto(`/apps/${app!.id}/run`);
    const inside = appFrame(page);
    await inside.getByLabel("Name of a place").fill("Kyoto");
    await inside.getByRole("button", { name: "Find" }).click();
    const box = page.getByRole("alertdialog");
    await expect(box).toContainText("geocoding-api.open-meteo.com");
    await box.getByRole("button", { name: "Not now" }).click();
    await expect(inside.getByText("Not allowed to ask")).toBeVisible();
  },
);
