/** What works in a room of the playground works in one of the server: both do the same with the same calls. */
import { beforeAll, expect, it } from "vitest";
import { createPost } from "@/lib/posts/service";
import type { JoinedRoom } from "@/lib/rooms/contract";
import { LocalLog } from "@/lib/rooms/local-log.client";
import { makeApp } from "../support/apps";
import { roomCalls } from "../support/in-room";
import { makePerson, type TestPerson } from "../support/people";

let people: TestPerson[];
let addresses: string[];
let room: JoinedRoom;
let postId: string;
let local: LocalLog;

const { join, send, log, snapshot, older } = roomCalls({ roomId: () => room.id, postId: () => postId });

beforeAll(async () => {
  // As many as the server's limits of each person need.
  people = await Promise.all(["mika", "ren", "aoi", "sora", "haru"].map((name) => makePerson(name)));
  const owner = people[0]!;
  const app = await makeApp(owner, { name: "Together", room: true }, { published: true });
  const payload = { kind: "text" as const, body: "Together", appRef: { appId: app.id }, media: [] };
  ({ id: postId } = (await createPost({ actor: owner, payload })).post);
  const joined: JoinedRoom[] = [];
  for (const person of people) joined.push((await join(person)).body);
  room = joined[0]!;
  addresses = joined.map(({ me }) => me);
  local = new LocalLog(addresses[0]!);
});

const codeOf = (error: unknown) => (error as { code: string }).code;

async function sendBoth(by: number, payload: string): Promise<void> {
  const { serial } = (await send(people[by]!, payload)).body;
  const content = { payload: JSON.stringify(payload) };
  expect(local.append(addresses[by]!, content, new Date()).serial).toBe(serial);
}

async function snapshotBoth(by: number, serial: number, state: string): Promise<void> {
  const { status, body } = await snapshot(people[by]!, serial, state);
  try {
    local.putSnapshot(addresses[by]!, { serial, state });
    expect(status).toBe(204);
  } catch (error) {
    expect(body).toMatchObject({ code: codeOf(error) });
  }
}

/** What newcomers, and those who come back with less, find. */
async function compare(): Promise<void> {
  const [me] = people as [TestPerson];
  const { snapshot: newest, head } = (await join(me)).body;
  expect({ snapshot: local.snapshot(), head: local.head }).toEqual({ snapshot: newest, head });
  const before = newest?.serial ?? 1;
  const { snapshot: previous } = (await older(me, before)).body as { snapshot: unknown };
  expect(local.snapshot(before)).toEqual(previous);
  for (const after of [0, local.compacted, before, head]) {
    const { items, isBehind } = await log(me, after);
    const strip = (updates: typeof items) => updates.map(({ at: _at, ...update }) => update);
    expect(after < local.compacted).toBe(isBehind);
    expect(strip(local.updates(after)).slice(0, items.length)).toEqual(strip(items));
  }
}

it("the log, its snapshots and what is dropped", async () => {
  for (const by of [0, 1, 1, 2]) await sendBoth(by, `from ${by}`);
  await snapshotBoth(1, 9, "future");
  await snapshotBoth(1, 2, "two");
  await snapshotBoth(0, 1, "late");
  await compare();
  // More than half of what a room holds, a snapshot among it.
  await snapshotBoth(1, 4, "x".repeat(2_000_000));
  for (let n = 0; n < 27; n++) await sendBoth([2, 3, 4][n % 3]!, "y".repeat(128_000));
  await compare();
  // The same member as before: it drops nothing of others.
  await snapshotBoth(1, 20, "s".repeat(2_000_000));
  await compare();
  await snapshotBoth(3, 30, "thirty");
  await compare();
  expect(local.compacted).toBe(20);
  await snapshotBoth(4, 31, "thirty-one");
  await compare();
});
