import fc from "fast-check";
import { SharedMap } from "@/lib/sandbox/frame/inside/shared-map/shared-map";
import { quiesce, settle, TestClock, TestHost, TestRoom } from "./room-log";

/** What clients of one room do, in any order, and what happens to them meanwhile. */
type Step = { client: number } & (
  | { do: "set"; key: string; value: unknown }
  | { do: "delete"; key: string }
  | { do: "increment"; key: string; by: number }
  | { do: "push"; key: string; count: number }
  | { do: "insert"; key: string; at: number }
  | { do: "remove"; key: string; at: number; byId: boolean }
  | { do: "batch"; keys: string[] }
  | { do: "pass"; ms: number }
  | { do: "send"; isResponseLost: boolean }
  | { do: "deliver"; count: number }
  | { do: "repeat"; count: number }
  | { do: "offline" | "online" | "reload" | "snapshot" | "join" }
);

const client = fc.nat(4);
/** Any operation may meet any other on the mixed ones; counters are only added to, lists only pushed to and removed from. */
const mixed = fc.constantFrom("m1", "m2");
const counter = fc.constantFrom("c1", "c2");
const list = fc.constantFrom("l1", "l2");
/** The map refuses the key `__proto__`. */
const json = fc.jsonValue({ maxDepth: 2 }).filter((made) => !JSON.stringify(made).includes("__proto__"));
const value = fc.oneof(json, fc.integer(), fc.constant([]));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ client, do: fc.constant("set" as const), key: mixed, value }) },
  { weight: 1, arbitrary: fc.record({ client, do: fc.constant("delete" as const), key: mixed }) },
  {
    weight: 4,
    arbitrary: fc.record({
      client,
      do: fc.constant("increment" as const),
      key: fc.oneof(counter, mixed),
      by: fc.integer({ min: -1e9, max: 1e9 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      client,
      do: fc.constant("push" as const),
      key: fc.oneof(list, mixed),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      client,
      do: fc.constant("insert" as const),
      key: list,
      at: fc.integer({ min: -5, max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      client,
      do: fc.constant("remove" as const),
      key: fc.oneof(list, mixed),
      at: fc.integer({ min: -3, max: 5 }),
      byId: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      client,
      do: fc.constant("batch" as const),
      keys: fc.array(mixed, { maxLength: 5 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      client,
      do: fc.constant("pass" as const),
      ms: fc.constantFrom(0, 100, 1_000, 30_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ client, do: fc.constant("send" as const), isResponseLost: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ client, do: fc.constant("deliver" as const), count: fc.constantFrom(1, 2, 100) }),
  },
  { weight: 1, arbitrary: fc.record({ client, do: fc.constant("repeat" as const), count: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      client,
      do: fc.constantFrom(
        "offline" as const,
        "online" as const,
        "reload" as const,
        "snapshot" as const,
        "join" as const,
      ),
    }),
  },
);

export const story = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 120, size: "max" }),
  seed: fc.integer({ min: 1, max: 2147483646 }),
});
export type Story = { steps: Step[]; seed: number };

type Player = { host: TestHost; map: SharedMap };

export interface Outcome {
  /** What each client has in the end; the last one is a newcomer. */
  states: [key: string, value: unknown][][];
  /** The same with the ids of items. */
  items: unknown[][];
  counters: Map<string, number>;
  /** By list, what was pushed and not removed. */
  lists: Map<string, Set<string>>;
  ignored: number;
  pending: number;
}

/** Plays a story out, until everything has arrived everywhere. */
export async function play({ steps, seed }: Story): Promise<Outcome> {
  const room = new TestRoom();
  let state = seed;
  const clock = new TestClock(() => (state = (state * 16807) % 2147483647) / 2147483647);
  const players: Player[] = [];
  const names = ["ann", "ben", "cem", "dia"];
  const join = (): Player => {
    // The fifth one is a second device of the first.
    const host = new TestHost(room, names[players.length] ?? "ann");
    const player = { host, map: new SharedMap(host.open(), clock) };
    players.push(player);
    return player;
  };
  join();
  join();
  const counters = new Map<string, number>();
  const lists = new Map<string, Set<string>>();
  let pushed = 0;
  const listOf = (key: string): Set<string> => {
    if (!lists.has(key)) lists.set(key, new Set());
    return lists.get(key)!;
  };
  for (const step of steps) {
    const { host, map } = players[step.client % players.length]!;
    tolerate(() => {
      switch (step.do) {
        case "set":
          return map.set(step.key, step.value);
        case "delete":
          return map.delete(step.key);
        case "increment":
          map.increment(step.key, step.by);
          return counters.set(step.key, (counters.get(step.key) ?? 0) + step.by);
        case "push":
        case "insert": {
          const items = Array.from({ length: step.do === "push" ? step.count : 1 }, () => `item ${++pushed}`);
          if (step.do === "push") map.push(step.key, ...items);
          else map.insert(step.key, step.at, ...items);
          return items.forEach((item) => listOf(step.key).add(item));
        }
        case "remove": {
          const item = map.items(step.key).at(step.at);
          if (item && map.remove(step.key, step.byId ? item.id : step.at))
            listOf(step.key).delete(item.value as string);
          return;
        }
        case "batch":
          return map.batch(() => step.keys.forEach((key, index) => map.set(key, [index])));
        case "offline":
        case "online":
          return (host.isOnline = step.do === "online");
        case "reload":
          map.flush();
          return (players.find((player) => player.host === host)!.map = new SharedMap(host.open(), clock));
        case "join":
          return players.length < 5 && join();
        case "send":
          return host.sendOne(step.isResponseLost);
        case "deliver":
          return host.deliver(step.count);
        case "repeat":
          return host.repeat(step.count);
        case "pass":
        case "snapshot":
          return;
      }
    });
    if (step.do === "pass") await clock.pass(step.ms);
    if (step.do === "snapshot") await map.handIn();
    await settle();
  }
  await quiesce(
    clock,
    players.map(({ host }) => host),
  );
  const newcomer = join();
  await quiesce(
    clock,
    players.map(({ host }) => host),
  );
  const maps = players.map(({ map }) => map);
  return {
    states: maps.map((map) => map.entries()),
    items: maps.map((map) => map.keys().map((key) => map.items(key))),
    counters,
    lists,
    ignored: maps.reduce((sum, map) => sum + map.ignored, 0) - newcomer.map.ignored,
    pending: maps.reduce((sum, map) => sum + map.pending, 0),
  };
}

function tolerate(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if ((error as { code?: string }).code !== "wrong_kind") throw error;
  }
}
