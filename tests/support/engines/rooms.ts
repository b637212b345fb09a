/** What the full run tries of rooms in another engine: a person in it and one in Chromium use an app together. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { Post } from "@/lib/posts/contract";
import { freshAccount, signUpOnboarded } from "../accounts";
import { makePackage } from "../package-bytes";
import { publish } from "../posts";
import { startServer, type TestServer } from "../server";
import { connectBrowser } from "../shared-browser";
import { appFrame, uploadByApi } from "../store";
import { type Engine, type EngineName } from "./engine";
import { openEngine } from "./open";
import { Visitor } from "./visitor";

const LONG = { timeout: 240_000 };

/** A list of words, a card with its last one, and a channel. */
const LIST = makePackage(
  { name: "List", entry: { html: "index.html" }, room: true },
  {
    "index.html": `<!doctype html><meta charset="utf-8"><title>t</title>
<input aria-label="Word"><button>Add</button><button>Wave</button><ol></ol><p role="status"></p><script>
  const [add, wave] = document.querySelectorAll("button");
  const channel = gum.room.channel();
  channel.listen((bytes) => { document.querySelector("p").textContent = new TextDecoder().decode(bytes); });
  wave.onclick = () => channel.send(new TextEncoder().encode("hello from " + gum.room.me));
  add.onclick = () => gum.room.send(document.querySelector("input").value);
  gum.room.listen(0, ({ serial, payload }) => {
    document.querySelector("ol").append(Object.assign(document.createElement("li"), { textContent: payload }));
    gum.card({ title: "Last: " + payload, serial }).catch(() => {});
  });
</script>`,
  },
);

const WORDS = "[...document.querySelectorAll('li')].map((each) => each.textContent).join()";

export function tryRooms(name: EngineName): void {
  let server: TestServer;
  let engine: Engine;
  let browser: Browser;
  let here: Visitor;
  let there: Page;
  let app: App;
  let post: Post;
  beforeAll(async () => {
    server = await startServer();
    [engine, browser] = await Promise.all([openEngine(name), connectBrowser()]);
    const newPage = async () =>
      (await browser.newContext({ baseURL: server.url, locale: "en-US" })).newPage();
    there = await newPage();
    await signUpOnboarded(there);
    app = await uploadByApi(there, LIST, { published: true });
    post = await publish(there, "Together", { appRef: { appId: app.id } });
    const account = freshAccount();
    await signUpOnboarded(await newPage(), account);
    here = new Visitor(await engine.page(), server.url);
    await here.visit("/login");
    await here.write("[name=email]", account.email);
    await here.write("[name=password]", account.password);
    await here.press({ css: "button", name: "Sign in" });
    await here.isAt("/timeline");
    await here.isHydrated();
  }, LONG.timeout);
  afterAll(async () => {
    await engine?.close();
    await browser?.close();
    await server?.dispose();
  });

  const write = async (word: string): Promise<void> => {
    await here.page.run(
      `document.querySelector("input").value = args[0]`,
      [word],
      "[data-app-status=running]",
    );
    await here.pressInApp({ css: "button", name: "Add" });
  };
  const writeThere = async (word: string): Promise<void> => {
    await appFrame(there).getByLabel("Word").fill(word);
    await appFrame(there).getByRole("button", { name: "Add" }).click();
  };
  const bothSee = async (...words: string[]): Promise<void> => {
    await here.seesInApp(`${WORDS} === args[0]`, words.join());
    await expect
      .poll(() => appFrame(there).locator("li").allTextContents(), { timeout: 60_000 })
      .toEqual(words);
  };

  test("updates go both ways, live", LONG, async () => {
    await there.goto(`/post/${post.id}`);
    await there.getByRole("button", { name: `Open ${app.name}` }).click();
    await appFrame(there).getByRole("button", { name: "Add" }).waitFor();
    await here.visit(`/post/${post.id}`);
    await here.press({ css: "button", name: `Open ${app.name}` });
    await here.seesInApp("document.querySelector('button') !== null");
    await write("here");
    await bothSee("here");
    await writeThere("there");
    await bothSee("here", "there");
  });

  test("so does the channel", LONG, async () => {
    await appFrame(there).getByRole("button", { name: "Wave" }).click();
    await here.seesInApp("document.querySelector('p').textContent.startsWith('hello from')");
    await here.pressInApp({ css: "button", name: "Wave" });
    await appFrame(there).getByText("hello from").waitFor();
  });

  test("what is written while the server is away is sent once it is back", LONG, async () => {
    await server.kill9();
    await write("kept");
    await here.sees("document.body.innerText.includes('1 change will be sent when you are online.')");
    await server.start();
    await bothSee("here", "there", "kept");
  });

  test("the post's card changes without running the app", LONG, async () => {
    await here.visit("/timeline?feed=all");
    const shows = "document.querySelector('.live-card')?.textContent.includes(args[0])";
    await here.sees(shows, "Last: kept");
    await writeThere("live");
    await here.sees(shows, "Last: live");
  });
}
