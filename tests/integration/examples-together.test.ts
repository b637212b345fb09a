/** The examples that people use together, in a room. */
import { randomUUID } from "node:crypto";
import * as Y from "yjs";
import { beforeEach, expect, test } from "vitest";
import { newSession, writeUpdate } from "@/lib/sandbox/frame/inside/shared-map/check-update";
import { MapDocument } from "@/lib/sandbox/frame/inside/shared-map/map-document";
import { readExample } from "@/prisma/seed/example-files";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();
let room: string;
let you: MapDocument;
beforeEach(() => {
  room = randomUUID();
  const doc = new Y.Doc();
  doc.clientID = newSession("you", 0.5);
  you = new MapDocument(doc);
});

/** What the other person does, who has seen everything in the room. */
async function youDo(work: () => void): Promise<void> {
  const sent = await here.shell.page.evaluate((id) => window.stage.room(id).sent, room);
  for (const { payload } of sent) {
    const text = JSON.parse(payload as string) as string;
    if (text.startsWith("gum.shared/1:"))
      Y.applyUpdate(you.doc, Buffer.from(text.slice("gum.shared/1:".length), "base64"));
  }
  const since = Y.encodeStateVector(you.doc);
  work();
  const payload = JSON.stringify(writeUpdate(Y.encodeStateAsUpdate(you.doc, since)));
  await here.shell.page.evaluate(
    ([id, json]) => window.stage.room(id!).append("you", { payload: json! }),
    [room, payload],
  );
}

const inside = () => here.shell.page.frameLocator("#place iframe");

async function open(name: string): Promise<void> {
  const files = Object.fromEntries(await readExample(name));
  await here.shell.run({ id: name, room, showsCards: true, files }, { settleMs: 0 });
}

const card = () => expect.poll(() => here.shell.page.evaluate(() => window.stage.cards.at(-1)));
const texts = (selector: string) => expect.poll(() => inside().locator(selector).allInnerTexts());

test("Kago is one list for two, also while one has no connection", async () => {
  await open("kago");
  await inside().getByText("2 people").waitFor();
  await youDo(() => you.insert("items", [{ name: "Eggs" }, { name: "" }, "nonsense", { name: 7 }]));
  await texts("#to-buy li").toEqual(["Eggs"]);
  await here.shell.page.evaluate((id) => {
    window.stage.room(id).held = new Promise((resolve) => Object.assign(window, { letGo: resolve }));
  }, room);
  await inside().getByRole("textbox").fill("Milk");
  await inside().getByRole("textbox").press("Enter");
  await inside().getByRole("checkbox", { name: "Eggs" }).check();
  await inside().getByText("2 changes wait").waitFor();
  await card().toMatchObject({ title: "1 to buy", lines: ["Milk"] });
  await youDo(() => you.insert("items", [{ name: "Bread" }]));
  await here.shell.page.evaluate((id) => {
    window.stage.room(id).held = null;
    (window as unknown as { letGo: () => void }).letGo();
  }, room);
  await texts("#waits").toEqual([""]);
  await expect
    .poll(async () => (await inside().locator("#to-buy li").allInnerTexts()).sort())
    .toEqual(["Bread", "Milk"]);
  await youDo(() => you.remove("got", 0));
  await texts("#basket li").toEqual([]);
  const names = you.items("items").flatMap(({ value }) => (value as { name?: unknown } | null)?.name ?? []);
  expect(names.filter((name) => typeof name === "string" && name)).toHaveLength(3);
  await here.shell.page.evaluate((id) => window.stage.room(id).setStatus(true, null), room);
  await expect.poll(() => inside().getByRole("textbox").isDisabled()).toBe(true);
});

test("Headcount is one poll for all, with one vote each", async () => {
  await open("headcount");
  const options = inside().locator(".option");
  const counts = (...wanted: string[]) => texts(".option strong").toEqual(wanted);
  await options.nth(1).locator(".tap").click();
  await counts("0", "1", "0", "0");
  await here.shell.page.waitForFunction((id) => window.stage.room(id).sent.length > 0, room);
  await youDo(() => {
    you.set("vote/you", { option: "1", at: 1 });
    you.set("vote/nobody", { option: "elsewhere" });
    you.set("option/nonsense", 7);
    you.set("title", "Lunch?");
  });
  await counts("0", "2", "0", "0");
  expect(await inside().locator("#board-title").inputValue()).toBe("Lunch?");
  // Whoever has just voted tells in the post what others change, too.
  await card().toMatchObject({ title: "Lunch?", lines: ["2 votes"], bars: { 1: { value: 2 } } });
  await inside().locator("body").press("3");
  await counts("0", "1", "1", "0");
  expect(await options.nth(2).locator(".tap").getAttribute("aria-pressed")).toBe("true");
  await youDo(() => you.set("option/1", { name: "Soup", color: 3, at: 9 }));
  await texts(".option .name").toEqual(["Noodles", "Curry", "Picnic", "Soup"]);
  await options.nth(1).locator(".tap").press("Enter");
  await counts("0", "0", "0", "1");
  await here.shell.page.evaluate(() => window.stage.runner.restart());
  await counts("0", "0", "0", "1");
  await here.shell.page.evaluate((id) => window.stage.room(id).setStatus(true, null), room);
  await inside().locator("body.closed").waitFor();
});
