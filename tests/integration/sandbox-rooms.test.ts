/** The room of a run, as an app meets it: `gum.room`, and `window.webxdc` by what webxdc's specification says. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();
let room: string;
beforeEach(() => {
  room = randomUUID();
});

/** What somebody else does in the room. */
const other = {
  append: (payload: unknown, more: Record<string, unknown> = {}) =>
    here.shell.page.evaluate(
      ([id, content]) => window.stage.room(id!).append("you", content as { payload: string }),
      [room, { payload: JSON.stringify(payload), ...more }] as const,
    ),
  hear: (...messages: number[][]) =>
    here.shell.page.evaluate(([id, texts]) => window.stage.room(id).hear("you", [...texts]), [
      room,
      messages.map((bytes) => Buffer.from(bytes).toString("base64")),
    ] as const),
  setStatus: (isClosed: boolean, refused: string | null = null) =>
    here.shell.page.evaluate(([id, closed, code]) => window.stage.room(id).setStatus(closed, code), [
      room,
      isClosed,
      refused,
    ] as const),
  compact: (serial: number, state: unknown) =>
    here.shell.page.evaluate(([id, at, json]) => window.stage.room(id).compact(at, json), [
      room,
      serial,
      JSON.stringify(state),
    ] as const),
  sent: () => here.shell.page.evaluate((id) => window.stage.room(id).sent, room),
  channel: () => here.shell.page.evaluate((id) => window.stage.room(id).channel, room),
};

const manifests = { gum: {}, xdc: { metadata: { webxdc: true } } };

/** Runs a script in the room. @returns its first `count` results */
async function run(
  script: string,
  count: number,
  manifest: Record<string, unknown> = manifests.gum,
): Promise<unknown[]> {
  const files = { "index.html": page(script, { head: `<script src="webxdc.js"></script>`, module: true }) };
  await here.shell.run({ id: "roomy", room, manifest, files }, { settleMs: 0 });
  return here.shell.resultsFrom(count);
}
const runXdc = (script: string, count: number) => run(script, count, manifests.xdc);

describe("gum.room", () => {
  test("is null for an app that runs alone", async () => {
    await here.shell.run({
      files: { "index.html": page(`result([gum.room, gum.capabilities().includes("room")])`) },
    });
    expect(await here.shell.resultsFrom(1)).toEqual([[null, false]]);
  });

  test("says where it is, and who is there", async () => {
    const script = `result([gum.room.id, gum.room.me, gum.room.isClosed, gum.room.sendInterval, gum.room.payloadMax, gum.capabilities().includes("room")]); result(await gum.room.members())`;
    expect(await run(script, 2)).toEqual([
      [room, "me", false, 1_000, 131_072, true],
      [
        { address: "me", name: "Ada", isOwner: true },
        { address: "you", name: "", isOwner: false },
      ],
    ]);
  });

  test("counts who has joined, and says who is at an address", async () => {
    await here.shell.page.evaluate((id) => {
      const { people } = window.stage.room(id);
      for (let n = 0; n < 150; n++) people.push({ address: `a${n}`, name: `Nr. ${n}`, isOwner: false });
    }, room);
    await run(
      `gum.room.onChange(({ type }) => result([type, gum.room.people]));
       result(gum.room.people);
       const sizeOf = async (which) => (await gum.room.members(which)).length;
       result(await Promise.all([undefined, 100, "nonsense", -1, []].map(sizeOf)));
       result(await gum.room.members(["a149", "nobody", "you", 7]));
       result(await gum.room.members(Array(101).fill("you")).catch(({ code }) => code));`,
      4,
    );
    await here.shell.page.evaluate((id) => window.stage.room(id).people.pop(), room);
    await other.setStatus(false);
    expect(await here.shell.resultsFrom(5)).toEqual([
      152,
      [100, 52, 100, 100, 0],
      [
        { address: "you", name: "", isOwner: false },
        { address: "a149", name: "Nr. 149", isOwner: false },
      ],
      "invalid",
      ["people", 151],
    ]);
  });

  test("passes on what was and what comes, in order, each listener from where it asks", async () => {
    await other.append({ n: 1 });
    await other.append({ n: 2 }, { info: "two", summary: "2", document: "d", href: "#2" });
    await run(
      `const stop = gum.room.listen(1, (update) => { result(["a", update]); if (update.serial === 3) stop() });
       gum.room.listen(0, ({ serial, payload }) => { payload.n += 10; result(["b", serial, payload.n]) });`,
      3,
    );
    await other.append({ n: 3 });
    await other.append({ n: 4 });
    expect(await here.shell.resultsFrom(6)).toEqual([
      [
        "a",
        {
          serial: 2,
          from: "you",
          payload: { n: 2 },
          info: "two",
          summary: "2",
          document: "d",
          href: "#2",
          at: expect.any(String) as string,
        },
      ],
      ["b", 1, 11],
      ["b", 2, 12],
      ["a", { serial: 3, from: "you", payload: { n: 3 }, at: expect.any(String) as string }],
      ["b", 3, 13],
      ["b", 4, 14],
    ]);
  });

  test("hears everything again after a restart, which does not join again", async () => {
    await other.append(1);
    await run(`gum.room.listen(0, ({ serial, payload }) => result([serial, payload]))`, 1);
    await other.append(2);
    await here.shell.resultsFrom(2);
    await here.shell.page.evaluate(() => window.stage.runner.restart());
    expect(await here.shell.resultsFrom(4)).toEqual([
      [1, 1],
      [2, 2],
      [1, 1],
      [2, 2],
    ]);
    await other.append(3);
    expect((await here.shell.resultsFrom(5)).slice(4)).toEqual([[3, 3]]);
  });

  test("lists what an earlier run has left unsent, and says what becomes of it", async () => {
    await here.shell.page.evaluate((id) => {
      window.stage.room(id).unsent = ["a", "b"].map((key) => ({ key, payload: JSON.stringify({ key }) }));
    }, room);
    const script = `for (const { payload, sent } of gum.room.unsent())
        sent.then(({ serial }) => result([payload.key, serial, left()]), ({ code }) => result([payload.key, code, left()]));
      const left = () => gum.room.unsent().map(({ payload }) => payload.key);
      result(left())`;
    expect(await run(script, 1)).toEqual([["a", "b"]]);
    await here.shell.page.evaluate((id) => {
      window.stage.room(id).settle("a", 7);
      window.stage.room(id).settle("b", null, "room_closed");
      window.stage.room(id).settle("other", 8);
    }, room);
    expect((await here.shell.resultsFrom(3)).slice(1)).toEqual([
      ["a", 7, ["b"]],
      ["b", "room_closed", []],
    ]);
  });

  test("sends once the server has it, with all its words", async () => {
    const script = `gum.room.listen(0, ({ serial, from, payload }) => result(["heard", serial, from, payload]));
      const sent = await gum.room.send([1, { two: "二" }], { info: "i", summary: "s", document: "d", href: "#h", notify: { you: "hello", "*": 5 } });
      result(["sent", sent]);
      for (const bad of [undefined, "x".repeat(140_000), () => 1]) await gum.room.send(bad).catch(({ name, code }) => result([name, code]));`;
    const found = await run(script, 5);
    expect(found).toContainEqual(["heard", 1, "me", [1, { two: "二" }]]);
    expect(found.slice(1)).toEqual([
      ["sent", { serial: 1 }],
      ["HostRefusal", "invalid"],
      ["HostRefusal", "too_big"],
      ["HostRefusal", "invalid"],
    ]);
    expect(await other.sent()).toEqual([
      {
        from: "me",
        payload: `[1,{"two":"二"}]`,
        info: "i",
        summary: "s",
        document: "d",
        href: "#h",
        notify: { you: "hello", "*": "5" },
      },
    ]);
  });

  test("a send stays open as long as the server has not answered", async () => {
    await here.shell.page.evaluate((id) => {
      window.stage.room(id).held = new Promise((resolve) => Object.assign(window, { letGo: resolve }));
    }, room);
    await run(`gum.room.send(1).then(({ serial }) => result(serial)); result("waits")`, 1);
    await other.append("first");
    await here.shell.page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
    expect(await here.shell.resultsFrom(2)).toEqual(["waits", 2]);
  });

  test("begins with a snapshot where the log before it is gone", async () => {
    for (const n of [1, 2, 3]) await other.append(n);
    await other.compact(2, { sum: 3 });
    const script = `gum.room.listen(0, ({ at, from, ...heard }) => result(["0", heard])); gum.room.listen(2, ({ serial, payload }) => result(["2", serial, payload]))`;
    expect(await run(script, 3)).toEqual([
      ["0", { serial: 2, snapshot: { sum: 3 } }],
      ["0", { serial: 3, payload: 3 }],
      ["2", 3, 3],
    ]);
    const kept = await run(
      `await new Promise((resolve) => gum.room.listen(0, ({ serial }) => serial === 3 && resolve()));
       await gum.room.snapshot(3, { sum: 6 }); result("kept");
       gum.room.listen(0, ({ serial, snapshot }) => result([serial, snapshot]));
       for (const bad of [9, 1.5, "x"]) await gum.room.snapshot(bad, {}).catch(({ code }) => result(code))`,
      5,
    );
    expect(kept[0]).toBe("kept");
    expect(kept.slice(1)).toEqual(expect.arrayContaining([[3, { sum: 6 }], "invalid"]));
  });

  test("tells when it is closed, opened again, and refused", async () => {
    await run(
      `gum.room.onChange(async (change) => { result([change, gum.room.isClosed]); if (change.type === "closed") await gum.room.send(1).catch(({ code }) => result(code)) })`,
      0,
    );
    await other.setStatus(true);
    await here.shell.resultsFrom(2);
    await other.setStatus(false);
    await other.setStatus(false, "not_in_room");
    expect(await here.shell.resultsFrom(4)).toEqual([
      [{ type: "closed" }, true],
      "room_closed",
      [{ type: "reopened" }, false],
      [{ type: "refused", code: "not_in_room" }, true],
    ]);
  });

  test("what another member's app wrote may be nonsense; a listener's mistake harms no other", async () => {
    await here.shell.page.evaluate(
      (id) => window.stage.room(id).append("you", { payload: "{no json" }),
      room,
    );
    const script = `gum.room.listen(0, () => { throw new Error("mine") }); gum.room.listen(0, ({ payload }) => result(payload))`;
    expect(await run(script, 1)).toEqual([null]);
    await expect.poll(async () => here.shell.problems(await here.shell.events())).toEqual(["Error: mine"]);
  });

  test("its channel carries bytes to and from who is there now, until it is left", async () => {
    await run(
      `const channel = gum.room.channel(); globalThis.channel = channel;
       channel.listen((bytes, from) => result([bytes instanceof Uint8Array, [...bytes], from]));
       channel.send(new Uint8Array([1, 2, 255])); result("ready")`,
      1,
    );
    await expect.poll(() => other.channel()).toEqual(["AQL/"]);
    await other.hear([7], [8, 9]);
    expect(await here.shell.resultsFrom(3)).toEqual(["ready", [true, [7], "you"], [true, [8, 9], "you"]]);
    const after = await here.shell.inside(`(() => {
      channel.leave();
      try { channel.send(new Uint8Array(1)) } catch (error) { return error.message }
    })()`);
    expect(after).toBe("The channel was left.");
    await other.hear([1]);
    expect(await here.shell.results()).toHaveLength(3);
  });
});

describe("webxdc in a room", () => {
  test("knows itself by the room", async () => {
    const script = `result([webxdc.selfAddr, webxdc.selfName, webxdc.sendUpdateInterval, webxdc.sendUpdateMaxSize])`;
    expect(await runXdc(script, 1)).toEqual([["me", "Ada", 1_000, 131_072]]);
  });

  test("setUpdateListener: everything after the serial, own updates too, and a promise for what was known", async () => {
    for (const n of [1, 2, 3]) await other.append({ n }, n === 2 ? { info: "two", href: "#2" } : {});
    const script = `
      await webxdc.setUpdateListener((update) => result(update), 1); result("known");
      const returned = webxdc.sendUpdate({ payload: { n: 4 }, info: "four", summary: "4 votes", document: "doc", href: "a.html#x", notify: { you: "your turn" } }, "");
      result(returned === undefined)`;
    expect(await runXdc(script, 5)).toEqual([
      { payload: { n: 2 }, serial: 2, max_serial: 3, info: "two", href: "#2" },
      { payload: { n: 3 }, serial: 3, max_serial: 3 },
      "known",
      true,
      {
        payload: { n: 4 },
        serial: 4,
        max_serial: 4,
        info: "four",
        summary: "4 votes",
        document: "doc",
        href: "a.html#x",
      },
    ]);
    expect((await other.sent()).at(-1)).toMatchObject({ from: "me", notify: { you: "your turn" } });
    await other.append("theirs");
    expect((await here.shell.resultsFrom(6)).at(-1)).toEqual({ payload: "theirs", serial: 5, max_serial: 5 });
  });

  test("setUpdateListener with nothing new resolves at once", async () => {
    await other.append(1);
    const script = `await webxdc.setUpdateListener(() => result("heard"), 1); result("done"); result((await webxdc.getAllUpdates()).length)`;
    expect(await runXdc(script, 2)).toEqual(["done", 1]);
  });

  test("getAllUpdates is what there was: the list does not grow", async () => {
    await other.append(1);
    const script = `const all = await webxdc.getAllUpdates(); result(all.length); await webxdc.setUpdateListener(() => result(all.length), 1); result("listening")`;
    expect(await runXdc(script, 2)).toEqual([1, "listening"]);
    await other.append(2);
    expect((await here.shell.resultsFrom(3)).at(-1)).toBe(1);
  });

  test("sendUpdate takes an object of limited size", async () => {
    const script = `for (const bad of [undefined, 5, { payload: "x".repeat(140_000) }]) try { webxdc.sendUpdate(bad, "") } catch (error) { result(error.name) }
      webxdc.sendUpdate({}, ""); webxdc.setUpdateListener(({ payload }) => result([payload]))`;
    expect(await runXdc(script, 4)).toEqual(["TypeError", "TypeError", "RangeError", [null]]);
  });

  test("joinRealtimeChannel: one at a time, of no use once it was left, joined again anew", async () => {
    await runXdc(
      `const first = webxdc.joinRealtimeChannel();
       const fails = (call) => { try { call(); return null } catch (error) { return error.name } };
       result(fails(() => webxdc.joinRealtimeChannel()));
       result(fails(() => first.send("text")));
       first.setListener((data) => result(["first", [...data]]));
       first.send(new Uint8Array([5]));
       globalThis.leave = () => {
         first.leave();
         result([fails(() => first.send(new Uint8Array(1))), fails(() => first.setListener(() => {})), fails(() => first.leave())]);
         webxdc.joinRealtimeChannel().setListener((data) => result(["second", data instanceof Uint8Array, [...data]]));
       }; result("ready")`,
      3,
    );
    await other.hear([1]);
    await here.shell.resultsFrom(4);
    await here.shell.inside(`leave()`);
    await other.hear([2]);
    expect(await here.shell.resultsFrom(6)).toEqual([
      "Error",
      "TypeError",
      "ready",
      ["first", [1]],
      ["Error", "Error", "Error"],
      ["second", true, [2]],
    ]);
    await expect.poll(() => other.channel()).toEqual(["BQ=="]);
  });

  test("sendToChat refuses what is neither text nor file", async () => {
    const script = `for (const bad of [{}, undefined, { file: { name: "a" } }, { file: { name: "a", base64: "", plainText: "" } }]) await webxdc.sendToChat(bad).catch(({ name }) => result(name));
      await webxdc.sendToChat({ text: "hello" }).catch(({ code }) => result(code))`;
    // The stage has no composer.
    expect(await runXdc(script, 5)).toEqual([
      "TypeError",
      "TypeError",
      "TypeError",
      "TypeError",
      "unavailable",
    ]);
  });

  test("sendToChat opens the composer with the text and the picture, whose type is in the file's name", async () => {
    const script = `for (const file of [{ name: "a.PNG", base64: "AAAA" }, { name: "a.jpg", blob: new Blob(["12"]) }, { name: "a.png", blob: new Blob(["1"], { type: "image/webp" }) }])
        await webxdc.sendToChat({ text: "hello", file });
      result("sent")`;
    const files = { "index.html": page(script, { head: `<script src="webxdc.js"></script>`, module: true }) };
    await here.shell.run(
      { id: "roomy", room, manifest: manifests.xdc, files, shares: true },
      { settleMs: 0 },
    );
    await here.shell.resultsFrom(1);
    expect(await here.shell.page.evaluate(() => window.stage.moments)).toEqual([
      { text: "hello", image: ["image/png", 3] },
      { text: "hello", image: ["image/jpeg", 2] },
      { text: "hello", image: ["image/webp", 1] },
    ]);
  });

  test("two people have the same updates in the same order", async () => {
    await runXdc(
      `webxdc.setUpdateListener(({ payload, serial }) => result([serial, payload])); for (const n of [1, 2]) webxdc.sendUpdate({ payload: ["me", n] }, "")`,
      2,
    );
    await other.append(["you", 1]);
    expect(await here.shell.resultsFrom(3)).toEqual([
      [1, ["me", 1]],
      [2, ["me", 2]],
      [3, ["you", 1]],
    ]);
  });
});
