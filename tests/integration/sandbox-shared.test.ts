/** `gum.shared`, as an app meets it: alone, and in a room with others. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { newSession, writeUpdate } from "@/lib/sandbox/frame/inside/shared-map/check-update";
import { MapDocument } from "@/lib/sandbox/frame/inside/shared-map/map-document";
import * as Y from "yjs";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();
let room: string;
beforeEach(() => {
  room = randomUUID();
});

/** What somebody else does with the same map, seen from the room. */
class Other {
  readonly #map: MapDocument;

  constructor() {
    const doc = new Y.Doc();
    doc.clientID = newSession("you", 0.5);
    this.#map = new MapDocument(doc);
  }

  async does(work: (map: MapDocument) => void): Promise<void> {
    const since = Y.encodeStateVector(this.#map.doc);
    work(this.#map);
    await this.sends(writeUpdate(Y.encodeStateAsUpdate(this.#map.doc, since)));
  }

  async sends(payload: unknown): Promise<void> {
    await here.shell.page.evaluate(([id, text]) => window.stage.room(id).append("you", { payload: text }), [
      room,
      JSON.stringify(payload),
    ] as const);
  }
}

const sent = () => here.shell.page.evaluate((id) => window.stage.room(id).sent, room);

async function run(script: string, count: number, where: { room?: string; id?: string } = { room }) {
  const files = { "index.html": page(script, { module: true }) };
  await here.shell.run({ id: "together", ...where, files }, { settleMs: 0 });
  return here.shell.resultsFrom(count);
}

describe("gum.shared in a room", () => {
  test("has what others have done, and hears of what they do", async () => {
    const you = new Other();
    await you.does((map) => map.set("title", "Sunday"));
    await you.does((map) => map.increment("votes", 2));
    expect(
      await run(
        `await gum.shared.ready;
         gum.shared.on("votes", (key, value, info) => result([key, value, info]));
         result(gum.shared.entries());`,
        1,
      ),
    ).toEqual([
      [
        ["title", "Sunday"],
        ["votes", 2],
      ],
    ]);
    await you.does((map) => map.increment("votes", 1));
    expect(await here.shell.resultsFrom(2)).toContainEqual(["votes", 3, { isOwn: false, from: "you" }]);
  });

  test("sends changes together, and goes on where the log stands after a restart", async () => {
    const script = `
      await gum.shared.ready;
      gum.shared.onPending((pending) => pending === 0 && result(["all sent", gum.shared.get("runs")]));
      gum.shared.increment("runs");
      gum.shared.push("list", "a", "b");
      result([gum.shared.get("runs"), gum.shared.pending]);`;
    expect(await run(script, 2)).toEqual([
      [1, 2],
      ["all sent", 1],
    ]);
    expect(await sent()).toHaveLength(1);
    await here.shell.page.evaluate(() => window.stage.runner.restart());
    expect((await here.shell.resultsFrom(4)).slice(2)).toEqual([
      [2, 2],
      ["all sent", 2],
    ]);
  });

  test("hands over what it has not sent when the page goes", async () => {
    await run(
      `await gum.shared.ready;
       gum.shared.set("first", 1);
       gum.shared.onPending((pending) => {
         if (pending > 0) return;
         gum.shared.set("second", 2);
         addEventListener("pagehide", () => gum.shared.set("third", 3));
         result("waits");
       });`,
      1,
    );
    await here.shell.page.evaluate(() => window.stage.runner.destroy());
    expect(await sent()).toHaveLength(3);
    expect(await run(`await gum.shared.ready; result(gum.shared.keys())`, 1)).toEqual([
      ["first", "second", "third"],
    ]);
  });

  test("ignores what is no change, and counts it", async () => {
    const you = new Other();
    for (const payload of [{ move: 1 }, "gum.shared/1:AQID", null]) await you.sends(payload);
    await you.does((map) => map.set("a", 1));
    expect(
      await run(`await gum.shared.ready; result([gum.shared.entries(), gum.shared.ignored])`, 1),
    ).toEqual([[[["a", 1]], 3]]);
  });

  test("refuses changes in a closed room, and undoes what was on its way", async () => {
    await run(
      `await gum.shared.ready;
       gum.shared.onRefused(({ code, changes }) => result([code, changes, gum.shared.has("a")]));
       gum.room.onChange(() => {
         try { gum.shared.set("b", 1); } catch ({ code }) { result(code); }
       });
       addEventListener("click", () => gum.shared.set("a", 1));
       result("there");`,
      1,
    );
    await here.shell.page.evaluate((id) => {
      const stage = window.stage.room(id);
      stage.held = new Promise((resolve) => Object.assign(window, { letGo: resolve }));
    }, room);
    await here.shell.page.locator("iframe").click();
    await here.shell.page.evaluate((id) => {
      window.stage.room(id).setStatus(true, null);
      (window as unknown as { letGo: () => void }).letGo();
    }, room);
    const results = await here.shell.resultsFrom(3);
    expect(results).toContainEqual("room_closed");
    expect(results).toContainEqual(["room_closed", 1, false]);
  });
});

test("gum.shared passes over a snapshot that cannot be read, and replaces it", async () => {
  const you = new Other();
  await you.does((map) => map.set("a", 1));
  await you.does((map) => map.insert("list", ["item"]));
  await here.shell.page.evaluate((id) => window.stage.room(id).compact(2, '"nonsense"'), room);
  await you.does((map) => map.increment("n", 1));
  const script = `await gum.shared.ready; result(gum.shared.entries())`;
  const wanted = [
    ["a", 1],
    ["list", ["item"]],
    ["n", 1],
  ];
  expect(await run(script, 1)).toEqual([wanted]);
  const state = () => here.shell.page.evaluate((id) => window.stage.room(id).snapshot, room);
  await expect.poll(state).toMatchObject({ serial: 3 });
  expect(await run(script, 1)).toEqual([wanted]);
});

describe("gum.shared without a room", () => {
  test("is saved with the app's data, out of sight", async () => {
    const script = `
      await gum.shared.ready;
      gum.shared.push("list", gum.shared.increment("runs"));
      await gum.storage.set("own", 1);
      gum.shared.onPending(async (pending) => pending === 0 && result([gum.shared.entries(), await gum.storage.list()]));`;
    const id = randomUUID();
    expect(await run(script, 1, { id })).toEqual([
      [
        [
          ["list", [1]],
          ["runs", 1],
        ],
        ["own"],
      ],
    ]);
    await here.shell.page.evaluate(() => window.stage.runner.restart());
    expect((await here.shell.resultsFrom(2))[1]).toEqual([
      [
        ["list", [1, 2]],
        ["runs", 2],
      ],
      ["own"],
    ]);
  });

  test("comes only to apps that mention it", async () => {
    expect(await run(`result(typeof gum["sha" + "red"])`, 1, {})).toEqual(["undefined"]);
    expect(
      await run(`const { shared } = gum; result([typeof shared, shared === gum.shared])`, 1, {}),
    ).toEqual([["object", true]]);
  });
});
