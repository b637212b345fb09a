import { randomUUID } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import pg from "pg";
import type { RoomEvent } from "@/lib/rooms/contract";
import type { Bench, BenchContext } from "./support/bench";
import { cpuMsOf } from "./support/cpu";
import { openCopy } from "./support/database";
import { personId, sessionId } from "./support/readers";
import { cookieOf, startProduct, type BenchServer } from "./support/servers";

const POSTS = 200_000;
const FIRST = 10;
const MEMBERS = 1_000;
const PRESENT = 100;
const MESSAGES = 200;
const UPDATES_PER_SECOND = 100;
const SECONDS = 10;
/** Whose events are timed; of the others only the bytes are counted. */
const TIMED = 10;
const WAIT_MS = 60_000;

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const members = (count: number) => Array.from({ length: count }, (_, index) => FIRST + index);

async function makeRoom(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const numbers = members(MEMBERS);
    await client.query(
      `INSERT INTO sessions (id, user_id, kind, expires_at)
       SELECT s, u, 'web', now() + interval '1 day' FROM unnest($1::uuid[], $2::uuid[]) AS made (s, u)
       ON CONFLICT DO NOTHING`,
      [numbers.map(sessionId), numbers.map(personId)],
    );
    const { rows } = await client.query<{ id: string }>(
      "INSERT INTO rooms (id, app_id, owner_id) SELECT $1, id, $2 FROM apps WHERE is_public ORDER BY id LIMIT 1 RETURNING id",
      [randomUUID(), personId(FIRST)],
    );
    const roomId = rows[0]!.id;
    await client.query("INSERT INTO room_members (room_id, user_id) SELECT $1, unnest($2::uuid[])", [
      roomId,
      numbers.map(personId),
    ]);
    return roomId;
  } finally {
    await client.end();
  }
}

/** Calls as one member, again while the server is busy, as the browser does. */
function caller({ url }: BenchServer, roomId: string, cookie: string) {
  const send = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${url}/api/rooms/${roomId}/${path}`, {
      method: "POST",
      headers: { cookie, origin: url, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    if (answer.status === 503) return send(path, body);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  return send;
}

interface Stream {
  bytes: number;
  /** With the time at which they came; of a stream that is not timed, none. */
  events: { event: RoomEvent; at: number }[];
}

/** Opens a member's stream. */
function follow(
  { closing }: BenchContext,
  { url }: BenchServer,
  { roomId, cookie, isTimed }: { roomId: string; cookie: string; isTimed: boolean },
): Promise<Stream> {
  const stream: Stream = { bytes: 0, events: [] };
  let rest = "";
  const read = (text: string) => {
    const at = performance.now();
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop()!;
    for (const block of blocks) {
      const data = /^data: ?(.*)$/m.exec(block)?.[1];
      if (data) stream.events.push({ event: JSON.parse(data) as RoomEvent, at });
    }
  };
  return new Promise((resolve, reject) => {
    const path = `/api/rooms/stream?room=${roomId}:0`;
    const request = http.get(`${url}${path}`, { headers: { cookie }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream answers ${response.statusCode}.`));
      response.on("data", (chunk: Buffer) => {
        stream.bytes += chunk.length;
        if (isTimed) read(chunk.toString());
        resolve(stream);
      });
    });
    request.on("error", reject);
    closing(() => void request.destroy());
  });
}

async function until(isDone: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + WAIT_MS; !isDone(); await sleep(10))
    if (Date.now() > end) throw new Error(`Not within ${WAIT_MS / 1_000} s: ${what}.`);
}

const bench: Bench = {
  title: "A room: bytes among a hundred people, updates among a thousand",
  run: async (context) => {
    const { report } = context;
    const { url: database } = await openCopy(context, POSTS);
    const roomId = await makeRoom(database);
    const product = await startProduct(context, database);
    const cookies = await Promise.all(members(MEMBERS).map(cookieOf));
    const call = cookies.slice(0, PRESENT).map((cookie) => caller(product, roomId, cookie));

    const streams: Stream[] = [];
    const open = async (upTo: number) => {
      for (const cookie of cookies.slice(streams.length, upTo)) {
        const isTimed = streams.length % (upTo / TIMED) === 0;
        streams.push(await follow(context, product, { roomId, cookie, isTimed }));
      }
    };
    await open(PRESENT);
    const sentAt = new Map<string, number>();
    for (let n = 0; n < MESSAGES; n += 1) {
      const message = Buffer.from(`${n} ${"x".repeat(200)}`).toString("base64");
      sentAt.set(message, performance.now());
      await call[n % PRESENT]!("channel", { messages: [message] });
      await sleep(20);
    }
    const heard = () =>
      streams.flatMap(({ events }) =>
        events.flatMap(({ event, at }) =>
          event.type === "channel" ? event.messages.map((message) => at - sentAt.get(message)!) : [],
        ),
      );
    await until(() => heard().length === MESSAGES * TIMED, "every message is heard");
    tell(report, "bytes among 100 people", heard(), 100);

    await open(MEMBERS);
    const timed = streams.filter(({ events }) => events.length > 0);
    const bytesBefore = streams.reduce((sum, { bytes }) => sum + bytes, 0);
    const cpuBefore = cpuMsOf([product.pid]);
    const began = performance.now();
    const sends: Promise<void>[] = [];
    for (let n = 0; n < UPDATES_PER_SECOND * SECONDS; n += 1) {
      await sleep(Math.max(0, began + (n * 1_000) / UPDATES_PER_SECOND - performance.now()));
      const payload = JSON.stringify(`${n} ${"x".repeat(200)}`);
      sentAt.set(payload, performance.now());
      sends.push(call[n % PRESENT]!("updates", { clientKey: randomUUID(), payload }));
    }
    await Promise.all(sends);
    const arrived = () =>
      timed.flatMap(({ events }) =>
        events.flatMap(({ event, at }) =>
          event.type === "update" ? [at - sentAt.get(event.update.payload)!] : [],
        ),
      );
    await until(() => arrived().length === sends.length * timed.length, "every update is with everybody");
    const seconds = (performance.now() - began) / 1_000;
    const bytes = streams.reduce((sum, stream) => sum + stream.bytes, 0) - bytesBefore;
    tell(report, `${UPDATES_PER_SECOND} updates a second among 1,000 people`, arrived());
    report.note(
      `${sends.length} updates in ${seconds.toFixed(1)} s, ${((cpuMsOf([product.pid]) - cpuBefore) / 10 / seconds).toFixed(0)} % of a processor, ${(residentBytes(product.pid) / 1e6).toFixed(0)} MB resident, ${(bytes / streams.length / sends.length).toFixed(0)} bytes a person and update`,
    );
  },
};

function tell(report: BenchContext["report"], what: string, delays: number[], limit?: number): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => quantile(delays, part));
  report.note(
    `${what}: p50 ${p50!.toFixed(1)} ms, p99 ${p99!.toFixed(1)} ms, ${delays.length} deliveries timed`,
  );
  report.figure({ what: `${what}, p95`, value: p95!, unit: "ms", ...(limit && { limit }) });
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) * 1_024;
}

export default bench;
