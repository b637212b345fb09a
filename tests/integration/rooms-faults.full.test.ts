import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { JoinedRoom, RoomEvent, RoomUpdate } from "@/lib/rooms/contract";
import { migrate } from "../../bin/launcher/migrate.mjs";
import { openPostgres } from "../../bin/launcher/postgres.mjs";
import { waitForExit } from "../../bin/launcher/processes.mjs";
import { ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, uploadForm } from "../support/apps";
import { queryOf } from "../support/database";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy";
import { readEvents } from "../support/event-reader";
import { TEST_DIR, withClient } from "../support/postgres";
import { hasRedis, startRedis, type TestRedis } from "../support/redis";
import { type TestServer, startServer } from "../support/server";

/**
 * One instance of two processes, whose servers or database end at once while people write to one room; the database has its
 * real settings. Each round somebody hands in a snapshot, with which the log is compacted.
 */
const WRITERS = 6;
/** So many updates are acknowledged in a round before the kill. */
const ENOUGH = 40;
/** Only ends what hangs. */
const BACK_MS = 120_000;
const HOME = path.join(TEST_DIR, `rooms-faults-${process.pid}`);
const VICTIMS = ["the first server", "the database", "the second server", "both servers"] as const;
/** `npm run test:faults` runs more. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 2 * VICTIMS.length);

/** Sends one update after the other as the browser does: until it is acknowledged, with the same key. */
type Writer = { client: ApiClient; tried: string[]; acknowledged: Map<string, number> };

let redis: TestRedis | null = null;
let postgres: Awaited<ReturnType<typeof openPostgres>>;
let proxy: DatabaseProxy;
let servers: TestServer[];
let room: JoinedRoom;
/** With those of earlier rounds: a session ends before the rounds do. */
const writers: Writer[] = [];
const active = () => writers.slice(-WRITERS);
let readers: Reader[];
/** Every key in the order of the log, as its readers have heard it. */
let sequence: string[] = [];

const startPostgres = () =>
  openPostgres({
    dir: path.join(HOME, "data"),
    password: "for-tests-only-0000",
    logFile: path.join(HOME, "postgres.log"),
  });
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  queryOf(proxy.url)<Row>(text, values);

beforeAll(async () => {
  fs.mkdirSync(HOME, { recursive: true });
  postgres = await startPostgres();
  await withClient(postgres.url, (client) => migrate(client));
  proxy = await startDatabaseProxy(postgres.url);
  redis = hasRedis ? await startRedis() : null;
  const env = { DATABASE_URL: proxy.url, ...(redis && { REDIS_URL: redis.url }) };
  servers = [await startServer({ env }), await startServer({ env })];
  const owner = await signUpOnboarded(people());
  const gumFile = await makePackage({ name: "Faults", room: true });
  const app = await owner.must<App>("POST", "/apps", uploadForm({ gumFile }));
  await owner.must("PATCH", `/apps/${app.id}/publish`, { isPublic: true });
  room = await owner.must<JoinedRoom>("POST", `/apps/${app.id}/rooms`);
  await joinPeople();
  readers = servers.map((server, index) => new Reader(server.url, index));
});

const people = () => ({
  ...servers[0]!,
  database: { ...servers[0]!.database, query: queryOf(proxy.url) },
});

async function joinPeople(): Promise<void> {
  for (let index = 0; index < WRITERS; index += 1) {
    const { accessToken } = await signUpOnboarded(people());
    const client = new ApiClient(servers[index % 2]!.url, accessToken);
    await client.must("POST", `/rooms/${room.id}/join`);
    writers.push({ client, tried: [], acknowledged: new Map<string, number>() });
  }
}

afterAll(async () => {
  for (const server of servers ?? []) await server.dispose();
  await redis?.stop();
  proxy?.close();
  await postgres?.stop();
  fs.rmSync(HOME, { recursive: true, force: true });
});

/** A member who follows the room over one server: the serials it hears have no gap and none comes twice. */
class Reader {
  heard: string[] = [];
  faults: string[] = [];
  readonly #url: string;
  readonly #index: number;
  #stream: ReturnType<typeof readEvents<RoomEvent>> | null = null;

  /** @param index of the writer in whose name it reads */
  constructor(url: string, index: number) {
    this.#url = url;
    this.#index = index;
  }

  async connect(): Promise<void> {
    const from = this.heard.length;
    const answer = await fetch(`${this.#url}/api/rooms/stream?room=${room.id}:${from}`, {
      headers: { authorization: `Bearer ${active()[this.#index]!.client.accessToken}` },
    });
    expect(answer.status).toBe(200);
    this.#stream = readEvents<RoomEvent>(answer.body!);
  }

  /** Takes over what came up to a serial, or everything there is if the stream has ended. */
  async take(upTo = Infinity): Promise<void> {
    const stream = this.#stream!;
    if (upTo < Infinity && this.heard.length < upTo)
      await stream.until((event) => event.type === "update" && event.update.serial >= upTo, BACK_MS);
    for (const { event } of stream.events.splice(0)) {
      if (event.type === "behind") this.faults.push("behind");
      if (event.type !== "update") continue;
      if (event.update.serial !== this.heard.length + 1)
        this.faults.push(`${event.update.serial} after ${this.heard.length}`);
      this.heard.push(JSON.parse(event.update.payload) as string);
    }
  }

  async close(): Promise<void> {
    await this.#stream?.close();
  }
}

async function writeUntil(writer: Writer, isOver: () => boolean, isBack: Promise<void>): Promise<void> {
  while (!isOver()) {
    const clientKey = randomUUID();
    const body = { clientKey, payload: JSON.stringify(clientKey) };
    const send = () =>
      writer.client.call<{ serial: number }>("POST", `/rooms/${room.id}/updates`, body).catch(() => null);
    writer.tried.push(clientKey);
    let answer = await send();
    if (answer?.status !== 201) {
      await isBack;
      await expect.poll(async () => (answer = await send())?.status, { timeout: BACK_MS }).toBe(201);
    }
    writer.acknowledged.set(clientKey, answer!.body.serial);
    // Its answer may be lost on the way back.
    if (writer.tried.length % 5 === 0)
      expect((await send())?.body.serial ?? answer!.body.serial).toBe(answer!.body.serial);
  }
}

async function killAndStart(victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim === "the database") {
    process.kill(postgres.pid, "SIGKILL");
    await waitForExit(postgres.pid, BACK_MS);
    postgres = await startPostgres();
    proxy.mend(postgres.url);
  } else {
    const killed = servers.filter((_, index) => victim === "both servers" || victim === VICTIMS[2 * index]);
    await Promise.all(killed.map((server) => server.kill9()));
    await Promise.all(killed.map((server) => server.start()));
  }
  const isReady = async () =>
    (
      await Promise.all(servers.map(({ url }) => new ApiClient(url).call("GET", "/ready").catch(() => null)))
    ).every((answer) => answer?.status === 200);
  await expect.poll(isReady, { timeout: BACK_MS }).toBe(true);
}

/** What a newcomer starts from: the newest snapshot, and the log after it. */
async function newcomersSequence(client: ApiClient): Promise<string[]> {
  const { snapshot, head } = await client.must<JoinedRoom>("POST", `/rooms/${room.id}/join`);
  const keys = snapshot ? (JSON.parse(snapshot.state) as string[]) : [];
  while (keys.length < head) {
    const page = await client.must<{ items: RoomUpdate[]; isBehind: boolean }>(
      "GET",
      `/rooms/${room.id}/updates?after=${keys.length}`,
    );
    expect([page.isBehind, page.items[0]?.serial]).toEqual([false, keys.length + 1]);
    keys.push(...page.items.map(({ payload }) => JSON.parse(payload) as string));
  }
  return keys;
}

it.each(Array.from({ length: ROUNDS }, (_, round) => ({ round, victim: VICTIMS[round % VICTIMS.length]! })))(
  "nothing acknowledged is lost, moved or doubled: $victim, round $round",
  async ({ round, victim }) => {
    if (round > 0 && round % 10 === 0) await joinPeople();
    await Promise.all(readers.map((reader) => reader.connect()));
    let isOver = false;
    const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged.size, 0);
    const before = acknowledged();
    let tellBack = () => {};
    const back = new Promise<void>((resolve) => (tellBack = resolve));
    const writing = active().map((writer) => writeUntil(writer, () => isOver, back));
    await expect.poll(acknowledged, { interval: 2, timeout: BACK_MS }).toBeGreaterThan(before + ENOUGH / 2);
    // Half of the room counts as used, so that the log before the previous snapshot goes.
    await query("UPDATE rooms SET bytes = 6 * 1024 * 1024 WHERE id = $1", [room.id]);
    const state = JSON.stringify(sequence);
    const handingIn =
      sequence.length > 0
        ? active()
            [round % 2]!.client.call("PUT", `/rooms/${room.id}/snapshot`, { serial: sequence.length, state })
            .catch(() => null)
        : null;
    // Now and then the kill hits the compaction itself.
    if (round % 3 > 0) await handingIn;
    await expect.poll(acknowledged, { interval: 2, timeout: BACK_MS }).toBeGreaterThan(before + ENOUGH);
    await killAndStart(victim);
    isOver = true;
    tellBack();
    await Promise.all([...writing, handingIn]);

    const rows = await query<{ serial: number; key: string; compacted: number; head: number }>(
      `SELECT u.serial, u.client_key AS key, r.compacted, r.head FROM room_updates u JOIN rooms r ON r.id = u.room_id
        WHERE r.id = $1 ORDER BY u.serial`,
      [room.id],
    );
    sequence = rows.map(({ key }) => key);
    expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_, index) => index + 1));
    expect(rows[0]!.head).toBe(rows.length);
    expect(new Set(sequence).size).toBe(rows.length);
    expect(new Set(sequence)).toEqual(new Set(writers.flatMap(({ tried }) => tried)));
    for (const { acknowledged: own, tried } of writers) {
      for (const [key, serial] of own) expect(sequence[serial - 1]).toBe(key);
      // Each person's updates are in the order in which they were made.
      expect([...own.keys()]).toEqual(tried);
      const serials = [...own.values()];
      expect(serials).toEqual(serials.toSorted((a, b) => a - b));
    }
    expect(await newcomersSequence(active()[round % WRITERS]!.client)).toEqual(sequence);
    for (const reader of readers) {
      await reader.take();
      await reader.close();
      await reader.connect();
      await reader.take(rows.length);
      await reader.close();
      expect(reader.faults).toEqual([]);
      expect(reader.heard).toEqual(sequence);
    }
  },
  600_000,
);

it("has dropped most of the log meanwhile", async () => {
  const [{ compacted }] = (await query<{ compacted: number }>("SELECT compacted FROM rooms WHERE id = $1", [
    room.id,
  ])) as [{ compacted: number }];
  expect(compacted).toBeGreaterThan(sequence.length / 2);
});
