/** What the full run tries of the product itself in another engine: a person's way through it, and the examples. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { AppStorageSnapshot } from "@/lib/storage/contract";
import { signUpOnboarded } from "../api";
import { notHere } from "../not-here";
import { startServer, type TestServer } from "../server";
import { until, type Engine, type EngineName } from "./engine";
import { openEngine } from "./open";
import { Visitor } from "./visitor";

/** A test has several page loads, in an engine that draws by software. */
const LONG = { timeout: 240_000 };
const PASSWORD = "a handful of words";
const SIGN_IN = "signing out, and in again";
const LOST: Record<EngineName, readonly string[]> = {
  Firefox: [],
  WebKit: ["Inkstone", "Warikan", SIGN_IN],
};
const POSTS = "[...document.querySelectorAll('[data-post]')]";

/** One person signs up, which ends on the timeline, and stays until the last test. */
export function tryProduct(name: EngineName): void {
  const username = `here_${randomBytes(4).toString("hex")}`;
  const email = `${username}@gum.test`;
  let server: TestServer;
  let engine: Engine;
  let here: Visitor;
  beforeAll(async () => {
    server = await startServer({ seed: true });
    engine = await openEngine(name);
    here = new Visitor(await engine.page(), server.url);
    await signUp();
  }, LONG.timeout);
  afterAll(async () => {
    await engine?.close();
    await server?.dispose();
  });

  async function signUp(): Promise<void> {
    await here.visit("/signup");
    await here.write("[name=email]", email);
    await here.write("[name=username]", username);
    await here.write("[name=displayName]", "Somebody New");
    await here.write("[name=password]", PASSWORD);
    await here.press({ css: "button", name: "Create account" });
    await here.isAt("/onboarding");
    await here.sees("document.querySelector('[name=code]')");
    const [mail] = await server.database.query<{ text: string }>(
      "SELECT text FROM outbox_mails WHERE recipient = $1",
      [email],
    );
    await here.write("[name=code]", /^ {4}(\d[\d ]+)$/m.exec(mail!.text)![1]!.replaceAll(" ", ""));
    await here.press({ css: "[type=checkbox]" });
    await here.press({ css: "button", name: "Agree and continue" });
    await here.press({ css: "button", name: "Start using Gum" });
    await here.isAt("/timeline");
    await here.isHydrated();
  }

  const seesPost = (text: string): Promise<void> =>
    here.sees(`${POSTS}.some((each) => each.textContent.includes(args[0]))`, text);

  async function appIdOf(name: string): Promise<string> {
    const answer = await fetch(`${server.url}/api/apps/public?search=${name}`);
    const { items } = (await answer.json()) as { items: App[] };
    return items.find((app) => app.name === name)!.id;
  }

  /** To the question before a run, unless this browser has been asked before. */
  async function answerYes(): Promise<void> {
    const css = "[role=alertdialog] [data-armed=true]";
    await here.sees(`document.querySelector('${css}, [data-app-status=running]')`);
    if (await here.page.run<boolean>("return document.querySelector(args[0]) !== null", [css]))
      await here.press({ css });
  }

  test("a post is there after a reload, with its like and its comment", LONG, async () => {
    const text = `mine ${username}`;
    await here.write("textarea[name=text]", text);
    await here.press({ css: "button", name: "Post" });
    await seesPost(text);
    await here.sees("document.querySelector('textarea[name=text]').value === ''");
    await here.reload();
    await seesPost(text);

    const id = await here.page.run<string>(
      `return ${POSTS}.find((each) => each.textContent.includes(args[0])).dataset.post`,
      [text],
    );
    const card = `[data-post="${id}"]`;
    const liked = `${card} [aria-pressed=true][aria-label="Like, 1 like"]`;
    await here.press({ css: `${card} button`, name: "Like" });
    await here.sees("document.querySelector(args[0])", liked);
    await here.press({ css: `${card} a`, name: "Reply" });
    await here.isAt(`/post/${id}`);
    await here.write("#write-reply", "とてもいい");
    await here.press({ css: "button", name: "Reply" });
    // One's own reply continues one's own post.
    await seesPost("とてもいい");
    await here.reload();
    await seesPost("とてもいい");
    await here.sees("document.querySelector(args[0])", liked);
  });

  test("another person's post arrives", LONG, async () => {
    const body = `theirs ${username}`;
    const other = await signUpOnboarded(server);
    await here.visit("/timeline");
    await other.must("POST", "/v1/posts", { kind: "text", body });
    await here.press({ css: "button", name: "1 new post" });
    await seesPost(body);
  });

  test(
    "an app is added, runs from the dock, keeps what it saves, is suspended and resumed",
    LONG,
    async () => {
      const id = await appIdOf("Headcount");
      const docked = `#dock [data-app="${id}"]`;
      await here.visit("/timeline");
      await here.callDock();
      await here.press({ css: "#dock a", name: "Apps" });
      await here.isAt("/apps");
      await here.write("[type=search]", "Headcount");
      await here.sees("document.querySelectorAll('main article').length === 1");
      await here.press({ css: "main article a", name: "Headcount" });
      await here.isAt(`/apps/${id}`);
      await here.press({ css: "button", name: "Add to dock" });
      await here.callDock();
      await here.press({ css: docked });
      await here.isAt(`/apps/${id}/run`);
      await here.seesApp();

      const counts = (count: number): Promise<void> =>
        here.seesInApp("document.querySelector('.option strong')?.textContent === args[0]", String(count));
      await here.pressInApp({ css: ".option .tap" });
      await here.pressInApp({ css: ".option .tap" });
      await counts(2);
      await until(async () => {
        const path = `/api/apps/${id}/storage`;
        const { entries } = await here.page.run<AppStorageSnapshot>("return (await fetch(args[0])).json()", [
          path,
        ]);
        return entries.some(({ value }) => value.includes('"count":2'));
      }, "the account has it");
      await here.reload();
      await here.seesApp();
      await counts(2);

      await here.callDock();
      await here.page.openMenu({ css: docked });
      await here.press({ css: "[role=menuitem]", name: "Suspend" });
      await here.sees("document.querySelector(args[0]).dataset.suspended === 'true'", docked);
      await here.sees("!document.querySelector('.app-window')");
      await here.press({ css: "main button", name: "Resume" });
      await here.seesApp();
      await counts(2);
      await here.pressInApp({ css: ".option .tap" });
      await counts(3);
    },
  );

  /** What works in WebKit alone, but whose press its driver loses after other tests. */
  const tryUnless = (isLost: boolean, title: string, run: () => Promise<void>): void =>
    test.skipIf(isLost)(notHere(title, !isLost, "the driver of WebKitGTK loses its press"), LONG, run);

  for (const { name: app, asks, write, press, shows, question } of EXAMPLES)
    tryUnless(LOST[name].includes(app), `${app} starts and reacts`, async () => {
      await here.visit(`/apps/${await appIdOf(app)}/run`);
      if (asks) await answerYes();
      await here.seesApp();
      if (write) await here.writeInApp(...write);
      await here.pressInApp(press);
      if (question)
        return here.sees(
          "document.querySelector('[role=alertdialog]')?.textContent.includes(args[0])",
          question,
        );
      await here.seesInApp(shows!);
      await here.seesApp();
    });

  tryUnless(LOST[name].includes(SIGN_IN), SIGN_IN, async () => {
    await here.visit("/settings");
    await here.press({ css: "main button", name: "Sign out" });
    await here.isAt("/login");
    await here.isHydrated();
    expect(await here.page.run("return localStorage.getItem('auth-storage')")).toBeNull();
    await here.write("[name=email]", email);
    await here.write("[name=password]", PASSWORD);
    await here.press({ css: "form button", name: "Sign in" });
    await here.isAt("/timeline");
    await here.isHydrated();
  });
}

interface Example {
  name: string;
  /** The host asks before it runs here. */
  asks?: boolean;
  /** What is written into which field before the press. */
  write?: [css: string, text: string];
  press: { css: string; name?: string };
  /** True in the app after the press. */
  shows?: string;
  /** In the host's question after the press. */
  question?: string;
}

const EXAMPLES: Example[] = [
  {
    name: "Headcount",
    press: { css: ".option ~ .option .tap" },
    shows: "document.querySelectorAll('.option strong')[1].textContent === '1'",
  },
  { name: "Inkstone", press: { css: "canvas.live" }, shows: "!document.querySelector('#undo').disabled" },
  // The driver takes the focus from the app, which pauses the game.
  { name: "Kasane", press: { css: "#go" }, shows: "!document.querySelector('#board[data-phase=ready]')" },
  { name: "Margin", press: { css: ".side [data-new]" }, shows: "document.activeElement.id === 'note-title'" },
  {
    name: "Minuet",
    press: { css: "[data-mode=stopwatch]" },
    shows: "!document.querySelector('#stopwatch').hidden",
  },
  {
    name: "Sorami",
    asks: true,
    write: ["#place", "Kyoto"],
    press: { css: "#search button" },
    question: "api.open-meteo.com",
  },
  { name: "Takt", press: { css: "#faster" }, shows: "document.querySelector('#bpm').textContent === '97'" },
  {
    name: "Warikan",
    write: ["input", "Aki"],
    press: { css: "button", name: "Add" },
    shows: "document.body.textContent.includes('Aki ×')",
  },
];
