import { describe, expect, it } from "vitest";
import { quiesce, settle, TestClock, TestHost, TestRoom } from "@/tests/support/room-log";
import { SharedMap } from "./shared-map";

type Client = { host: TestHost; map: SharedMap };

function party(...names: string[]) {
  const room = new TestRoom();
  let seed = 1;
  const clock = new TestClock(() => (seed = (seed * 16807) % 2147483647) / 2147483647);
  const join = (name: string): Client => {
    const host = new TestHost(room, name);
    const map = new SharedMap(host.open(), clock);
    host.deliver();
    return { host, map };
  };
  const clients = names.map(join);
  const sync = (...others: Client[]) =>
    quiesce(
      clock,
      [...clients, ...others].map(({ host }) => host),
    );
  return { room, clock, join, clients, sync, maps: clients.map(({ map }) => map) };
}

const codeOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return undefined;
};

describe("values", () => {
  it("are what was set, at once here and after a while there", async () => {
    const { maps, sync } = party("ann", "ben");
    const [ann, ben] = maps as [SharedMap, SharedMap];
    ann.set("title", "Sunday");
    ann.set("none", null);
    expect(ann.get("title")).toBe("Sunday");
    expect(ben.has("title")).toBe(false);
    await sync();
    expect(ben.entries()).toEqual([
      ["none", null],
      ["title", "Sunday"],
    ]);
    expect(ben.has("none")).toBe(true);
    expect(ben.get("missing")).toBeUndefined();
  });

  it("of two writers at the same time one wins, for everybody", async () => {
    const { maps, sync } = party("ann", "ben", "cem");
    maps.forEach((map, index) => map.set("color", index));
    await sync();
    const winner = maps[0]!.get("color");
    expect(maps.map((map) => map.get("color"))).toEqual([winner, winner, winner]);
  });

  it("a later writer who has seen the earlier value wins", async () => {
    const { maps, sync } = party("ann", "ben");
    for (let round = 0; round < 20; round++) {
      maps[round % 2]!.set("turn", round);
      await sync();
      expect(maps.map((map) => map.get("turn"))).toEqual([round, round]);
    }
  });

  it("are copies: changing what was given or got changes nothing", () => {
    const { maps } = party("ann");
    const given = { list: [1] };
    maps[0]!.set("given", given);
    given.list.push(2);
    (maps[0]!.get("given") as typeof given).list.push(3);
    expect(maps[0]!.get("given")).toEqual({ list: [1] });
  });

  it("arrive as they are read here, whatever text they have", async () => {
    const { maps, sync } = party("ann", "ben");
    const [ann, ben] = maps as [SharedMap, SharedMap];
    ann.set("half", ["\ud83d", "😀", "\0", { "": -0, π: 1e300 }]);
    ann.set("half\ud83d", 1.5);
    await sync();
    expect(ben.entries()).toEqual(ann.entries());
    expect(ann.get("half")).toEqual(["\ufffd", "😀", "\0", { "": 0, π: 1e300 }]);
  });

  it("refuse what is no JSON, too large, too deep, or no key", () => {
    const map = party("ann").maps[0]!;
    const circular: unknown[] = [];
    circular.push(circular);
    let deep: unknown = 0;
    for (let level = 0; level < 40; level++) deep = [deep];
    for (const value of [undefined, () => 0, 1n, circular, deep, JSON.parse('{"__proto__":1}')])
      expect(codeOf(() => map.set("x", value))).toBe("invalid");
    for (const value of ["x".repeat(65_537), new Array(20_000).fill(0.1), new Array(70_000).fill(1)])
      expect(codeOf(() => map.set("x", value))).toBe("too_big");
    for (const key of ["", "*", "k".repeat(201), 7 as unknown as string])
      expect(codeOf(() => map.set(key, 1))).toBe("invalid");
    expect(map.keys()).toEqual([]);
    expect(map.pending).toBe(0);
  });
});

describe("counters", () => {
  it("add up what all have added at the same time", async () => {
    const { maps, sync } = party("ann", "ben", "cem");
    for (const map of maps) expect(map.increment("votes")).toBe(1);
    maps[0]!.increment("votes", 5);
    maps[1]!.increment("votes", -2);
    await sync();
    expect(maps.map((map) => map.get("votes"))).toEqual([6, 6, 6]);
  });

  it("go on from a number that was set, and begin again after a deletion", async () => {
    const { maps, sync } = party("ann", "ben");
    const [ann, ben] = maps as [SharedMap, SharedMap];
    ann.set("score", 10.5);
    await sync();
    ann.increment("score");
    ben.increment("score", 2);
    await sync();
    expect(ben.get("score")).toBe(13.5);
    expect(ann.delete("score")).toBe(true);
    expect(ann.delete("score")).toBe(false);
    await sync();
    expect(ben.has("score")).toBe(false);
    ann.increment("score");
    ben.increment("score");
    await sync();
    expect(maps.map((map) => map.get("score"))).toEqual([2, 2]);
  });

  it("what is added while another one deletes or sets is gone with the old number", async () => {
    const { maps, sync } = party("ann", "ben");
    const [ann, ben] = maps as [SharedMap, SharedMap];
    ann.increment("n", 5);
    await sync();
    ann.set("n", 100);
    ben.increment("n");
    await sync();
    expect(maps.map((map) => map.get("n"))).toEqual([100, 100]);
  });

  it("take whole numbers of a sensible size", () => {
    const map = party("ann").maps[0]!;
    for (const by of [0.5, NaN, Infinity, 1e13, "1" as unknown as number])
      expect(codeOf(() => map.increment("n", by))).toBe("invalid");
    map.increment("n", 1e12);
    expect(codeOf(() => map.increment("n", 1))).toBe("too_big");
    expect(map.get("n")).toBe(1e12);
  });
});

describe("lists", () => {
  it("keep everything that was pushed at the same time, in one order", async () => {
    const { maps, sync } = party("ann", "ben", "cem");
    maps.forEach((map, index) => map.push("list", `${index}a`, `${index}b`));
    await sync();
    const list = maps[0]!.get("list") as string[];
    expect([...list].sort()).toEqual(["0a", "0b", "1a", "1b", "2a", "2b"]);
    for (const map of maps) expect(map.get("list")).toEqual(list);
    expect(list.indexOf("0b") - list.indexOf("0a")).toBe(1);
  });

  it("insert, and remove by id or index", async () => {
    const { maps, sync } = party("ann", "ben");
    const [ann, ben] = maps as [SharedMap, SharedMap];
    const [, b] = ann.push("list", "a", "b", "c");
    ann.insert("list", 0, "first");
    ann.insert("list", -1, "before c");
    ann.insert("list", 99, "last");
    await sync();
    expect(ben.get("list")).toEqual(["first", "a", "b", "before c", "c", "last"]);
    expect(ben.remove("list", b!)).toBe(true);
    expect(ann.remove("list", b!)).toBe(true);
    expect(ben.remove("list", -1)).toBe(true);
    expect(ben.remove("list", 99)).toBe(false);
    expect(ben.remove("other", 0)).toBe(false);
    await sync();
    expect(ann.items("list").map(({ value }) => value)).toEqual(["first", "a", "before c", "c"]);
    expect(ben.items("list")).toEqual(ann.items("list"));
    expect(ben.remove("list", b!)).toBe(false);
  });
});

describe("kinds", () => {
  it("a key has one kind until it is deleted or set", () => {
    const map = party("ann").maps[0]!;
    map.push("list", 1);
    expect(codeOf(() => map.increment("list"))).toBe("wrong_kind");
    map.set("list", [1]);
    expect(codeOf(() => map.push("list", 2))).toBe("wrong_kind");
    map.delete("list");
    expect(map.increment("list")).toBe(1);
    expect(codeOf(() => map.push("list", 2))).toBe("wrong_kind");
    expect(map.get("list")).toBe(1);
  });

  it("of two kinds at the same time one wins, for everybody", async () => {
    const { maps, sync } = party("ann", "ben");
    const [ann, ben] = maps as [SharedMap, SharedMap];
    ann.increment("x");
    ben.push("x", "item");
    await sync();
    expect(ann.get("x")).toEqual(ben.get("x"));
    expect([1, ["item"]]).toContainEqual(ann.get("x"));
  });
});

describe("listeners", () => {
  it("hear of keys with their value and author, once for a batch", async () => {
    const { maps, sync } = party("ann", "ben");
    const [ann, ben] = maps as [SharedMap, SharedMap];
    const heard: unknown[] = [];
    const stop = ben.on("a", (...change) => heard.push(change));
    ben.on("*", (key) => heard.push(key));
    ann.batch(() => {
      ann.set("a", 1);
      ann.set("a", 2);
      ann.set("b", 1);
    });
    await sync();
    expect(heard).toEqual([["a", 2, { isOwn: false, from: "ann" }], "a", "b"]);
    heard.length = 0;
    ben.set("a", 3);
    expect(heard).toEqual([["a", 3, { isOwn: true, from: "ben" }], "a"]);
    await sync();
    expect(heard).toHaveLength(2);
    stop();
    ben.delete("a");
    expect(heard).toHaveLength(3);
  });

  it("may change the map", async () => {
    const { maps, sync } = party("ann", "ben");
    const [ann, ben] = maps as [SharedMap, SharedMap];
    ben.on("question", () => ben.set("answer", 42));
    ann.on("answer", () => ann.increment("answers"));
    ann.set("question", "?");
    await sync();
    expect(ben.entries()).toEqual([
      ["answer", 42],
      ["answers", 1],
      ["question", "?"],
    ]);
    expect(ann.entries()).toEqual(ben.entries());
  });
});

describe("sending", () => {
  it("one update for what changes within an interval", async () => {
    const { maps, room, clients, clock } = party("ann");
    const [{ host }] = clients as [Client];
    for (let n = 0; n < 50; n++) maps[0]!.set("n", n);
    expect(maps[0]!.pending).toBe(50);
    await clock.pass(0);
    expect(host.queue).toHaveLength(1);
    maps[0]!.set("n", 50);
    await clock.pass(1_000);
    expect(host.queue).toHaveLength(1);
    await clock.pass(1_000);
    expect(host.queue).toHaveLength(2);
    host.sendOne();
    host.sendOne();
    await settle();
    expect(maps[0]!.pending).toBe(0);
    expect(room.head).toBe(2);
  });

  it("hands over everything when the page is hidden, and little while nothing is answered", async () => {
    const { maps, clients, clock } = party("ann");
    const [{ host }] = clients as [Client];
    host.isOnline = false;
    for (let second = 0; second < 600; second++) {
      maps[0]!.increment("n");
      await clock.pass(1_000);
    }
    expect(host.queue.length).toBeLessThanOrEqual(20);
    maps[0]!.flush();
    const again = new SharedMap(host.open(), clock);
    host.isOnline = true;
    while (host.queue.length) host.sendOne();
    host.deliver();
    expect(again.get("n")).toBe(600);
  });

  it("splits a large batch so that no payload is too large", async () => {
    const { maps, room, sync } = party("ann", "ben");
    maps[0]!.batch(() => {
      for (let n = 0; n < 30; n++) maps[0]!.set(`key ${n}`, "x".repeat(50_000));
    });
    await sync();
    expect(maps[1]!.keys()).toHaveLength(30);
    for (const { payload } of room.log) expect(payload.length).toBeLessThanOrEqual(128 * 1024);
  });

  it("tells what waits", async () => {
    const { maps, sync } = party("ann");
    const waiting: number[] = [];
    maps[0]!.onPending((pending) => waiting.push(pending));
    maps[0]!.set("a", 1);
    maps[0]!.set("b", 1);
    await sync();
    expect(waiting).toEqual([1, 2, 0]);
  });
});

describe("a room that refuses", () => {
  it("throws in a closed room, and undoes what was on its way", async () => {
    const { maps, room, sync } = party("ann", "ben");
    const [ann, ben] = maps as [SharedMap, SharedMap];
    ann.set("a", 1);
    await sync();
    const refused: unknown[] = [];
    const changed: unknown[] = [];
    ann.onRefused((what) => refused.push(what));
    ann.set("a", 2);
    ann.push("list", 1);
    ann.on("*", (...change) => changed.push(change));
    room.isClosed = true;
    await sync();
    expect(refused).toEqual([{ code: "room_closed", message: "room_closed", changes: 2 }]);
    expect(changed).toEqual([
      ["a", 1, { isOwn: false, from: null }],
      ["list", undefined, { isOwn: false, from: null }],
    ]);
    expect(ann.pending).toBe(0);
    expect(codeOf(() => ann.set("a", 3))).toBe("room_closed");
    room.isClosed = false;
    ann.increment("n");
    await sync();
    expect(ben.entries()).toEqual([
      ["a", 1],
      ["n", 1],
    ]);
  });

  it("makes space in a full room and sends again", async () => {
    const { maps, room, sync } = party("ann", "ben");
    maps[0]!.set("a", 1);
    await sync();
    room.isFull = true;
    maps[0]!.set("a", 2);
    await sync();
    expect(maps[1]!.get("a")).toBe(2);
    expect(room.snapshots).toHaveLength(1);
  });
});

describe("snapshots", () => {
  it("are handed in by one client now and then, and newcomers start from them", async () => {
    const { maps, room, sync, join } = party("ann", "ben");
    for (let n = 0; n < 450; n++) {
      maps[n % 2]!.increment(`n${n % 3}`);
      await sync();
    }
    expect(room.snapshots.map(({ serial }) => serial)).toEqual([200, 400]);
    const cem = join("cem");
    await sync(cem);
    expect(cem.map.entries()).toEqual(maps[0]!.entries());
    expect(cem.map.entries()).toEqual([
      ["n0", 150],
      ["n1", 150],
      ["n2", 150],
    ]);
    await expect(cem.map.ready).resolves.toBeUndefined();
  });

  it("a broken one is passed over, and replaced", async () => {
    const { maps, room, sync, join } = party("ann", "ben");
    for (let n = 0; n < 210; n++) {
      maps[0]!.increment("n");
      await sync();
    }
    for (const state of ["", "{}", "gum.shared/1 snapshot:9:Af8=", "gum.shared/1 snapshot:9://///w=="]) {
      room.snapshots.splice(1, 1, { serial: 205, state });
      const cem = join("cem");
      await settle();
      expect(cem.map.get("n"), state).toBe(210);
      await sync(cem);
      expect(room.snapshots.at(-1)!.serial).toBe(210);
      room.snapshots.splice(0, 2, room.snapshots[0]!);
    }
  });

  it("without anything to fall back on the map says so", async () => {
    const room = new TestRoom();
    const host = new TestHost(room, "ann");
    room.append("x", "eve", "?");
    room.putSnapshot(1, "nonsense");
    const { recover: _, ...log } = host.open();
    const map = new SharedMap(log, new TestClock());
    host.deliver();
    await expect(map.ready).rejects.toMatchObject({ code: "broken_snapshot" });
    expect(codeOf(() => map.set("a", 1))).toBe("broken_snapshot");
  });
});
