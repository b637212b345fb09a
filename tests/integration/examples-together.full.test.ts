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

test("Kaeshi is one board for two players and those who watch, whatever else is in the log", async () => {
  await open("kaeshi");
  /** What another member's app has written. */
  const says = (from: string, payload: unknown) =>
    here.shell.page.evaluate(
      ([id, from, json]) => window.stage.room(id!).append(from!, { payload: json! }).serial,
      [room, from, JSON.stringify(payload)],
    );
  const square = (name: string) => inside().getByRole("gridcell", { name: new RegExp(`^${name}, `) });
  const seat = (name: string) => inside().getByRole("article", { name });
  const status = (wanted: string) =>
    expect.poll(() => inside().locator("#status").textContent()).toBe(wanted);
  const boardNow = () =>
    inside()
      .getByRole("gridcell")
      .evaluateAll((all) => all.map((each) => each.ariaLabel));

  await status("Sit down to play.");
  await inside().getByRole("button", { name: "Sit down and play Black" }).click();
  await status("Your turn");
  await square("d3").click();
  await status("White is to move, and its seat is free.");
  await card().toMatchObject({
    title: "White to move",
    lines: ["Black 4, White 1", "The seat of White is free."],
  });
  await says("you", { do: "sit", side: 1 });
  await status("White to move");

  // Late, out of turn, of a spectator, of another game, no move at all: nothing of it is on the board.
  const before = await boardNow();
  const move = { do: "move", game: 1, ply: 1, to: 18 };
  for (const [from, payload] of [
    ["you", { ...move, ply: 0, to: 20 }],
    ["you", { ...move, game: 2 }],
    ["you", { ...move, to: 0 }],
    ["you", { do: "move", board: [], turn: 0 }],
    ["third", move],
    ["third", { do: "sit", side: 0 }],
    ["third", { do: "answer", game: 1, ply: 1, yes: true }],
    ["me", { ...move, to: 20 }],
  ] as const)
    await says(from, payload);
  await says("third", null);
  // What is heard after them shows that they were heard.
  await says("third", "the last one");
  await expect
    .poll(() =>
      inside()
        .locator("body")
        .evaluate(
          () =>
            new Promise((heard) => {
              const stop = window.gum.room!.listen(
                0,
                (update) => "payload" in update && update.payload === "the last one" && heard(stop()),
              );
            }),
        )
        .then(() => "heard"),
    )
    .toBe("heard");
  expect(await boardNow()).toEqual(before);

  await says("you", move);
  await status("Your turn");
  expect(await square("c3").getAttribute("aria-label")).toBe("c3, White");
  await seat("White").getByText("3", { exact: true }).waitFor();
  await says("you", { do: "undo", game: 1, ply: 2 });
  await inside().getByRole("button", { name: "Agree" }).click();
  await status("White to move");
  expect(await boardNow()).toEqual(before);

  // With the keyboard, from square to square.
  await says("you", move);
  await status("Your turn");
  await square("d3").press("ArrowDown");
  await inside().locator(":focus").press("ArrowLeft");
  await inside().locator(":focus").press("Enter");
  await expect.poll(() => square("c4").getAttribute("aria-label")).toBe("c4, Black");
  await inside().getByText("You: c4, 1 stone turned.").waitFor();
  const told = await here.shell.page.evaluate((id) => window.stage.room(id).sent.at(-1), room);
  expect(told).toMatchObject({ notify: { you: "It is your turn as White (Black 5, White 2)" } });
  await here.shell.page.evaluate((id) => window.stage.room(id).setStatus(true, null), room);
  await status("White to move");
  await inside().getByText("This board is closed").waitFor();
});

test("Inkstone is one sheet for all, and everybody takes back only their own strokes", async () => {
  await open("inkstone");
  const shell = here.shell.page;
  const sheet = inside().locator("canvas.live");
  const ink = (color: string, id: string, x: number) => ({
    do: "ink",
    id,
    t: "marker",
    c: color,
    s: 16,
    d: `${x * 4} 400 25 0 400 0`,
  });
  const says = (from: string, ...ops: object[]) =>
    shell.evaluate(
      ([id, from, json]) => window.stage.room(id!).append(from!, { payload: json! }).serial,
      [room, from, JSON.stringify({ ops })],
    );
  /** Whether there is ink at that place of the sheet of 480 by 600. */
  const isInked = (x: number, layer = "ink") =>
    expect.poll(() =>
      inside()
        .locator(`canvas.${layer}`)
        .evaluate((canvas: HTMLCanvasElement, x) => {
          const scale = canvas.width / 480;
          return canvas.getContext("2d")!.getImageData(x * scale, 150 * scale, 1, 1).data[3]! > 0;
        }, x),
    );

  await sheet.waitFor();
  await says("you", ink("#dd3f28", "y1", 100));
  await isInked(100).toBe(true);
  const box = (await sheet.boundingBox())!;
  const at = (x: number, y: number) =>
    [box.x + (x / 480) * box.width, box.y + (y / 600) * box.height] as const;
  await shell.mouse.move(...at(200, 80));
  await shell.mouse.down();
  await shell.mouse.move(...at(200, 120), { steps: 4 });
  await shell.mouse.move(...at(200, 220), { steps: 8 });
  await expect
    .poll(() => shell.evaluate((id) => window.stage.room(id).channel.length, room))
    .toBeGreaterThan(0);
  await shell.mouse.up();
  await isInked(200).toBe(true);
  await expect.poll(() => shell.evaluate((id) => window.stage.room(id).sent.length, room)).toBe(2);

  // What somebody is drawing right now is over the ink, until the log has it.
  const growing = Buffer.from(JSON.stringify({ at: 0, ...ink("#2b59c9", "y2", 300) })).toString("base64");
  await shell.evaluate(([id, message]) => window.stage.room(id!).hear("you", [message!]), [room, growing]);
  await isInked(300, "others").toBe(true);
  await isInked(300).toBe(false);
  await says("you", ink("#2b59c9", "y2", 300));
  await isInked(300).toBe(true);
  await isInked(300, "others").toBe(false);

  // Nobody takes back what is mine, and I take back nothing of theirs.
  const mine = JSON.parse(
    (await shell.evaluate((id) => window.stage.room(id).sent[1]!.payload, room)) as string,
  ) as { ops: { id: string }[] };
  await says("you", { do: "hide", ids: [mine.ops[0]!.id] }, { do: "ink", id: "bad", t: "x" });
  await inside().getByRole("button", { name: "Undo (Ctrl+Z)" }).click();
  await isInked(200).toBe(false);
  await isInked(100).toBe(true);
  expect(await inside().locator("#undo").isDisabled()).toBe(true);
  await inside().locator("#redo").click();
  await isInked(200).toBe(true);
  await card().toMatchObject({ title: "Drawn together", image: ["image/webp", expect.any(Number)] });

  // What was drawn without a connection is there at once, and once only when the log has it.
  const left = JSON.stringify({ id: "left", ops: [ink("#23201f", "m9", 400)] });
  await shell.evaluate(
    ([id, payload]) => {
      window.stage.room(id!).unsent = [{ key: "left", payload: payload! }];
      return window.stage.runner.restart();
    },
    [room, left],
  );
  await isInked(400).toBe(true);
  await shell.evaluate(
    ([id, payload]) => {
      const { serial } = window.stage.room(id!).append("me", { payload: payload! });
      window.stage.room(id!).settle("left", serial);
    },
    [room, left],
  );
  await inside().getByRole("button", { name: "Undo (Ctrl+Z)" }).click();
  await isInked(400).toBe(false);

  await shell.evaluate((id) => window.stage.room(id).setStatus(true, null), room);
  await inside().locator("body.closed").waitFor();
});
