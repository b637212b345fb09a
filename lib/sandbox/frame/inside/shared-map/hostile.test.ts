import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMillisecondsOf } from "@/tests/support/cpu-time";
import * as Y from "yjs";
import { fromBase64, toBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import { runs } from "@/tests/support/depth";
import { quiesce, settle, TestClock, TestHost, TestRoom } from "@/tests/support/room-log";
import { newSession, readUpdate, writeUpdate } from "./check-update";
import { SharedMap } from "./shared-map";

/** Two honest clients, and Eve, who sends what she likes. */
function table() {
  const room = new TestRoom();
  const clock = new TestClock(Math.random);
  const hosts = [new TestHost(room, "ann"), new TestHost(room, "ben")];
  const maps = hosts.map((host) => new SharedMap(host.open(), clock));
  let sent = 0;
  const eve = (payload: unknown, from: string | null = "eve") =>
    room.append(`eve ${sent++}`, from, payload as string);
  const sync = () => quiesce(clock, hosts);
  const newcomer = async () => {
    const host = new TestHost(room, "cem");
    const map = new SharedMap(host.open(), clock);
    host.deliver();
    await settle();
    return map;
  };
  return { room, eve, sync, newcomer, ann: maps[0]!, ben: maps[1]! };
}

/** Eve's own document: what an honest client of hers would send. */
function eves(): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = newSession("eve", 0.5);
  return doc;
}

const payloadOf = (doc: Y.Doc, since?: Uint8Array): string => writeUpdate(Y.encodeStateAsUpdate(doc, since));

/** A change in the name of the session that wrote a payload, as if it had gone on. */
function continued(payload: string, value: string): string {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, fromBase64(payload.slice("gum.shared/1:".length)));
  const since = Y.encodeStateVector(doc);
  doc.clientID = [...doc.store.clients.keys()][0]!;
  doc.getMap("r").set("a", ["v", value]);
  return payloadOf(doc, since);
}

function nested(levels: number): unknown[] {
  let value: unknown[] = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe("what is no change of a map", () => {
  const cases: [what: string, payload: () => unknown][] = [
    ["nothing", () => ""],
    ["no text", () => ({ a: 1 })],
    ["foreign JSON", () => '{"type":"move","x":1}'],
    ["no base64", () => "gum.shared/1:%%%"],
    ["an empty text", () => "gum.shared/1:"],
    ["ones", () => writeUpdate(new Uint8Array(90_000).fill(1))],
    ["a lot announced, nothing there", () => writeUpdate(Uint8Array.of(1, 255, 255, 255, 255, 15, 1, 0))],
    ["many sessions announced", () => writeUpdate(Uint8Array.of(255, 255, 255, 255, 15))],
    [
      "a text",
      () => {
        const doc = eves();
        doc.getText("lx:text").insert(0, "hello");
        return payloadOf(doc);
      },
    ],
    [
      "a type in a register",
      () => {
        const doc = eves();
        doc.getMap("r").set("a", new Y.Map([["b", 1]]));
        return payloadOf(doc);
      },
    ],
    [
      "a document in a register",
      () => {
        const doc = eves();
        doc.getMap("r").set("a", new Y.Doc());
        return payloadOf(doc);
      },
    ],
    [
      "bytes",
      () => {
        const doc = eves();
        doc.getMap("r").set("a", new Uint8Array(9));
        return payloadOf(doc);
      },
    ],
    [
      "another root",
      () => {
        const doc = eves();
        doc.getMap("other").set("a", 1);
        return payloadOf(doc);
      },
    ],
    [
      "what is no JSON",
      () => {
        const doc = eves();
        doc.getMap("r").set("a", ["v", Infinity]);
        return payloadOf(doc);
      },
    ],
    [
      "levels without end",
      () => {
        const doc = eves();
        doc.getMap("r").set("a", ["v", nested(900)]);
        return payloadOf(doc);
      },
    ],
    [
      "more levels than any stack has",
      () => {
        // An item of the map with one array in the other, as Yjs writes them.
        const head = Uint8Array.of(1, 1, 5, 0, 8, 1, 1, 114, 1);
        const body = new Uint8Array(90_000).map((_, index) => (index % 2 ? 1 : 117));
        return writeUpdate(Uint8Array.from([...head, ...body]));
      },
    ],
    [
      "a gap",
      () => {
        const doc = eves();
        doc.getMap("r").set("a", ["v", 1]);
        const since = Y.encodeStateVector(doc);
        doc.getMap("r").set("b", ["v", 2]);
        return payloadOf(doc, since);
      },
    ],
    [
      "two sessions",
      () => {
        const doc = eves();
        doc.getMap("r").set("a", ["v", 1]);
        const other = new Y.Doc();
        other.clientID = newSession("eve", 0.25);
        other.getMap("r").set("b", ["v", 1]);
        return writeUpdate(Y.mergeUpdates([Y.encodeStateAsUpdate(doc), Y.encodeStateAsUpdate(other)]));
      },
    ],
    [
      "somebody else's session",
      () => {
        const doc = new Y.Doc();
        doc.clientID = newSession("ann", 0.5);
        doc.getMap("r").set("a", ["v", 1]);
        return payloadOf(doc);
      },
    ],
    ["the deletion of what does not exist yet", () => writeUpdate(Uint8Array.of(0, 1, 7, 1, 0, 100))],
    [
      "more parts than a change has",
      () => {
        const doc = eves();
        for (let n = 0; n < 5_000; n++) doc.getMap("c").set(`x:${n}:n`, n);
        return payloadOf(doc);
      },
    ],
  ];

  it.each(cases)("%s", async (_, payload) => {
    const { eve, sync, newcomer, ann, ben } = table();
    ann.set("a", "kept");
    await sync();
    const cost = await cpuMillisecondsOf(async () => {
      eve(payload());
      ben.increment("n");
      await sync();
    });
    expect(cost).toBeLessThan(2_000);
    const late = await newcomer();
    for (const map of [ann, ben, late]) {
      expect(map.entries()).toEqual([
        ["a", "kept"],
        ["n", 1],
      ]);
      expect(map.ignored).toBe(1);
    }
  });
});

describe("what has the form of a change, but no sense", () => {
  it("registers, shares and items that nobody would write are not seen, and can be replaced", async () => {
    const { eve, sync, ann, ben } = table();
    const doc = eves();
    const registers = doc.getMap("r");
    const odd = [null, 7, "v", [], ["v"], ["x", 1], ["n", "1", ""], ["n", 1], ["l"], ["l", "a:b"], ["d", 1]];
    odd.forEach((register, index) => registers.set(`odd ${index}`, register));
    registers.set("n", ["n", 1, ""]);
    for (const [index, share] of ["1", 0.5, 1e15, null, {}].entries())
      doc.getMap("c").set(`s${index}::n`, share);
    for (const name of ["", ":", "n", "::", "s:", "s:e", "S::n"]) doc.getMap("c").set(name, 100);
    registers.set("list", ["l", ""]);
    doc.getArray("l:list").insert(0, [1, null, ["id"], [1, 2], ["id", "good"], ["id", "same id"], {}]);
    doc.getArray("l").insert(0, ["no key"]);
    eve(payloadOf(doc));
    const other = eves();
    other.clientID = newSession("eve", 0.25);
    other.getMap("l:list").set("key", ["in a list"]);
    other.getArray("r").insert(0, ["in the registers"]);
    other.getArray("c").insert(0, [1]);
    eve(payloadOf(other));
    await sync();
    expect(ann.entries()).toEqual([
      ["list", ["good", "same id"]],
      ["n", 1],
    ]);
    expect(ann.ignored).toBe(0);
    ben.insert("list", 1, "between");
    ann.push("odd 3", "item");
    ann.increment("odd 4");
    ben.set("odd 5", "x");
    await sync();
    expect(ann.get("list")).toEqual(["good", "between", "same id"]);
    expect(ann.entries()).toEqual(ben.entries());
    expect(ann.get("odd 3")).toEqual(["item"]);
  });

  it("a payload that was recorded and sent again by somebody else changes nothing", async () => {
    const { room, eve, sync, ann, ben } = table();
    ann.increment("n", 5);
    ann.push("list", "item");
    await sync();
    ann.remove("list", 0);
    await sync();
    for (const { payload } of [...room.log]) eve(payload);
    for (const { payload, from } of [...room.log]) eve(payload, from);
    await sync();
    for (const map of [ann, ben])
      expect(map.entries()).toEqual([
        ["list", []],
        ["n", 5],
      ]);
  });

  it("nobody can go ahead of another session", async () => {
    const { room, eve, sync, newcomer, ann, ben } = table();
    ann.set("a", 1);
    await sync();
    eve(continued(room.log[0]!.payload, "eve was here"));
    ann.set("a", 2);
    await sync();
    for (const map of [ann, ben, await newcomer()]) expect(map.get("a")).toBe(2);
    expect(ann.ignored).toBe(1);
  });

  it("what the others must ignore is undone where it was made", async () => {
    const { eve, sync, ann, ben, room } = table();
    ann.set("a", 1);
    await sync();
    // Only an author whose account is gone could do this.
    const refused: unknown[] = [];
    ann.onRefused((what) => refused.push(what.code));
    eve(continued(room.log[0]!.payload, "before"), null);
    ann.set("b", 2);
    await sync();
    expect(refused).toEqual(["ignored"]);
    expect(ann.entries()).toEqual([["a", "before"]]);
    ann.set("b", 3);
    await sync();
    expect(ben.entries()).toEqual(ann.entries());
    expect(ben.get("b")).toBe(3);
  });
});

describe("updates that take long", () => {
  const varUint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varUint(Math.floor(value / 128))];

  /** As many items as an update may have, all at the beginning of one list, as Yjs writes them. */
  function siblings(session: number): string {
    const item = [8, 1, 4, ...Buffer.from("lx:a"), 1, 125, 1];
    const items = Array.from({ length: 4_000 }, () => item).flat();
    return writeUpdate(Uint8Array.from([1, ...varUint(4_000), ...varUint(session), 0, ...items, 0]));
  }

  it("are ignored before they stop anybody", async () => {
    const { eve, sync, newcomer, ann, ben } = table();
    const cost = await cpuMillisecondsOf(async () => {
      for (let round = 0; round < 30; round++) eve(siblings(newSession("eve", round / 30)));
      ann.push("list", "item");
      await sync();
    });
    // Without the limit each of them takes longer than the one before, and all of them minutes.
    expect(cost).toBeLessThan(10_000);
    const late = await newcomer();
    expect(ann.ignored).toBeGreaterThan(25);
    for (const map of [ann, ben, late]) expect(map.entries()).toEqual([["list", ["item"]]]);
  });

  it("an honest client that was away for long is not taken for one of them", async () => {
    const { sync, room, newcomer } = table();
    const clock = new TestClock(() => 0.3);
    const [away, there] = ["dia", "fay"].map((name) => new TestHost(room, name));
    const [one, two] = [new SharedMap(away!.open(), clock), new SharedMap(there!.open(), clock)];
    away!.isOnline = false;
    for (let n = 0; n < 600; n++) {
      for (const map of [one, two]) {
        map.insert("list", 0, "front");
        map.push("list", "end");
        map.set("key", n);
      }
    }
    await quiesce(clock, [there!]);
    await quiesce(clock, [away!, there!]);
    await sync();
    expect(one.get("list")).toHaveLength(2_400);
    expect(two.entries()).toEqual(one.entries());
    expect((await newcomer()).entries()).toEqual(one.entries());
    expect(two.ignored).toBe(0);
  });
});

describe("damaged updates", () => {
  /** Payloads of an honest client that set, counted, pushed and removed. */
  async function honest(): Promise<string[]> {
    const { room, ann, sync } = table();
    for (let n = 0; n < 6; n++) {
      ann.set(`key ${n % 2}`, { n, text: "絵😀" });
      ann.increment("n", n);
      ann.push("list", n, [n]);
      if (n % 2) ann.remove("list", n);
      await sync();
    }
    return room.log.map(({ payload }) => payload);
  }

  const damage = fc.array(fc.tuple(fc.nat(400), fc.oneof(fc.nat(255), fc.nat(12))), {
    minLength: 1,
    maxLength: 6,
  });

  it("do the same everywhere, and nothing else breaks", async () => {
    const payloads = await honest();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(5), damage), { maxLength: 12 }), async (damaged) => {
        const { eve, sync, newcomer, ann, ben } = table();
        for (const [index, changes] of damaged) {
          const bytes = fromBase64(payloads[index]!.slice("gum.shared/1:".length));
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
          eve(`gum.shared/1:${toBase64(bytes)}`, "ann");
          eve(payloads[index], "ann");
          ann.push("mine", index);
          await sync();
        }
        const late = await newcomer();
        expect(ben.entries()).toEqual(ann.entries());
        expect(late.entries()).toEqual(ann.entries());
        expect(ann.pending).toBe(0);
      }),
      { numRuns: runs(3_000) },
    );
  }, 600_000);

  it("bytes by chance are never valid, nor do they throw", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const doc = new Y.Doc();
        const read = readUpdate(writeUpdate(bytes), "eve", doc);
        if (read) Y.applyUpdate(doc, read.update);
        expect(doc.store.pendingStructs ?? doc.store.pendingDs).toBeNull();
      }),
      { numRuns: runs(50_000) },
    );
  }, 600_000);
});
