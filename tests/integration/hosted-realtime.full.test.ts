import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { LIMITS } from "../../bin/realtime/limits.mjs";
import { startRealtime } from "../../bin/realtime/server.mjs";
import { makePackage, uploadForm } from "../support/apps";
import {
  callAsHosted,
  hostedAccessToken,
  hostedOf,
  type HostedPerson,
  hostedPerson,
} from "../support/hosted";
import { startServer, type TestServer } from "../support/server";

/** Websockets that want more than there is. */

let server: TestServer;
let gateway: Awaited<ReturnType<typeof startRealtime>>;
let key: string;
let port: number;
const open: WebSocket[] = [];

beforeAll(async () => {
  server = await startServer();
  port = await freePort();
  gateway = await startRealtime({ gumUrl: server.url, host: "127.0.0.1", port });
  key = (await hostedOf(server)).publicKey;
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await gateway?.stop();
  await server?.dispose();
});

async function connect(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket?apikey=${key}&vsn=2.0.0`);
  socket.on("error", () => undefined);
  open.push(socket);
  await once(socket, "open");
  return socket;
}

let refs = 0;
/** Sends a message. @returns the status of its reply; "closed" if the socket ended instead */
function ask(socket: WebSocket, topic: string, event: string, payload: object): Promise<string> {
  const ref = String(++refs);
  return new Promise((resolve) => {
    const onMessage = (data: Buffer) => {
      const text = data.toString();
      const [, replied, , , answer] = text.startsWith("[") ? (JSON.parse(text) as unknown[]) : [];
      if (replied !== ref) return;
      socket.off("message", onMessage);
      resolve((answer as { status: string }).status);
    };
    socket.on("message", onMessage);
    socket.once("close", () => resolve("closed"));
    socket.send(JSON.stringify([ref, ref, topic, event, payload]));
  });
}

const join = (socket: WebSocket, topic: string, access_token: string, config = {}) =>
  ask(socket, topic, "phx_join", { access_token, config });

describe("one socket", () => {
  it("has so many channels and no more", async () => {
    const person = await hostedPerson(server);
    const token = await hostedAccessToken(person);
    const socket = await connect();
    const answers: string[] = [];
    // Slowly enough to be heard.
    for (let n = 0; n < LIMITS.channels + 5; n++) {
      answers.push(await join(socket, `realtime:${n}`, token));
      if (n % 40 === 39) await new Promise((done) => setTimeout(done, 1_100));
    }
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(LIMITS.channels);
    expect(answers.slice(-5)).toEqual(Array(5).fill("error"));
    const wanted = { event: "*", schema: "public", table: "posts" };
    const config = { postgres_changes: Array(LIMITS.subscriptions + 1).fill(wanted) };
    expect(await join(socket, "realtime:0", token, config)).toBe("error");
  });

  it("that asks for ten thousand channels at once is closed, and others are served", async () => {
    const person = await hostedPerson(server);
    const token = await hostedAccessToken(person);
    const greedy = await connect();
    const closed = once(greedy, "close");
    for (let n = 0; n < 10_000; n++)
      greedy.send(
        JSON.stringify([`${n}`, `${n}`, `realtime:${n}`, "phx_join", { access_token: token, config: {} }]),
      );
    expect((await closed)[0]).toBe(1013);
    const other = await connect();
    expect(await join(other, "realtime:a", token)).toBe("ok");
  });

  it.each([
    ["too large", Buffer.alloc(LIMITS.messageBytes + 1, "x"), 1009],
    ["no JSON", "{", 1008],
    ["no array", "{}", 1008],
    ["an array of something else", "[1,2,3,4,5]", 1008],
    ["half a binary message", Buffer.from([3, 255, 255, 255, 255, 255, 1]), 1008],
    ["an unknown kind", Buffer.from([9, 0, 0, 0, 0, 0, 1]), 1008],
  ])("that sends what is %s is closed", async (_what, message, code) => {
    const socket = await connect();
    const closed = once(socket, "close");
    socket.send(message);
    expect((await closed)[0]).toBe(code);
  });

  it("is not taken by another person's token", async () => {
    const [one, other] = await Promise.all([hostedPerson(server), hostedPerson(server)]);
    const socket = await connect();
    expect(await join(socket, "realtime:a", await hostedAccessToken(one))).toBe("ok");
    const closed = once(socket, "close");
    void join(socket, "realtime:b", await hostedAccessToken(other));
    expect((await closed)[0]).toBe(1008);
  });
});

it("a person has so many sockets and no more", async () => {
  const person = await hostedPerson(server);
  const token = await hostedAccessToken(person);
  const sockets = await Promise.all(Array.from({ length: LIMITS.socketsOfOne + 2 }, connect));
  const answers = await Promise.all(sockets.map((socket) => join(socket, "realtime:a", token)));
  expect(answers.filter((answer) => answer === "ok")).toHaveLength(LIMITS.socketsOfOne);
  // One that ended makes room.
  const used = sockets[answers.indexOf("ok")]!;
  used.close();
  await once(used, "close");
  await expect.poll(async () => join(await connect(), "realtime:a", token)).toBe("ok");
});

it("strangers' sockets end before they take all places", async () => {
  // On a busy machine, five hundred come in more than the time that one is given.
  const { strangerMs } = LIMITS;
  LIMITS.strangerMs = 120_000;
  try {
    const first = await connect();
    const closed = once(first, "close");
    const strangers = await Promise.all(Array.from({ length: LIMITS.strangers }, connect));
    expect((await closed)[0]).toBe(1006);
    const person = await hostedPerson(server);
    expect(await join(await connect(), "realtime:a", await hostedAccessToken(person))).toBe("ok");
    for (const socket of strangers) socket.terminate();
  } finally {
    LIMITS.strangerMs = strangerMs;
  }
});

it("a person whose join is slow or refused is no stranger any more", async () => {
  const { strangerMs } = LIMITS;
  LIMITS.strangerMs = 2_000;
  try {
    const person = await hostedPerson(server);
    const token = await hostedAccessToken(person);
    const known = await connect();
    const stranger = await connect();
    const ended = once(stranger, "close");
    expect(await join(known, `realtime:room:${randomUUID()}`, token)).toBe("error");
    await ended;
    expect(await join(known, "realtime:a", token)).toBe("ok");
  } finally {
    LIMITS.strangerMs = strangerMs;
  }
});

it("a person's sockets together send as much as the product's own channel allows, until the room is closed", async () => {
  const person = await hostedPerson(server);
  const call = (...request: [method: string, path: string, body?: object]) =>
    callAsHosted(server, person, request);
  const gumFile = await makePackage({ name: `Fast ${randomBytes(3).toString("hex")}`, room: true });
  const app = await call("POST", "/apps", uploadForm({ gumFile }));
  const post = await call("POST", "/v1/posts", { kind: "text", body: "Join", appRef: { appId: app.id } });
  const room = await call("POST", `/posts/${post.id}/room`);
  const topic = `realtime:room:${room.id}`;
  const token = await hostedAccessToken(person);
  const sockets = await Promise.all([connect(), connect()]);
  for (const socket of sockets)
    expect(await join(socket, topic, token, { broadcast: { ack: true } })).toBe("ok");
  const send = (socket: WebSocket) => ask(socket, topic, "broadcast", { event: "a", payload: {} });
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 8 * LIMITS.roomMessagesPerSecond }, (_, n) => send(sockets[n % 2]!)),
  );
  const seconds = (performance.now() - began) / 1_000;
  expect(new Set(answers)).toEqual(new Set(["ok", "error"]));
  // They may fall into two of its seconds, and into more where the machine is slow.
  expect(answers.filter((answer) => answer === "ok").length).toBeLessThanOrEqual(
    (1 + Math.ceil(seconds)) * LIMITS.roomMessagesPerSecond,
  );
  await expect.poll(() => send(sockets[0])).toBe("ok");
  await call("PATCH", `/rooms/${room.id}`, { isClosed: true });
  await expect.poll(() => send(sockets[0]), { interval: 500 }).toBe("error");
});

it("a socket that reads nothing is cut off, and keeps nobody else waiting", async () => {
  const people = await Promise.all([hostedPerson(server), hostedPerson(server), hostedPerson(server)]);
  const [writer, slow, quick] = people as [HostedPerson, HostedPerson, HostedPerson];
  const call = (person: HostedPerson, ...request: [method: string, path: string, body?: object]) =>
    callAsHosted(server, person, request);
  const gumFile = await makePackage({ name: `Slow ${randomBytes(3).toString("hex")}`, room: true });
  const app = await call(writer, "POST", "/apps", uploadForm({ gumFile }));
  await call(writer, "PATCH", `/apps/${app.id}/publish`, { isPublic: true });
  const post = await call(writer, "POST", "/v1/posts", {
    kind: "text",
    body: "Join",
    appRef: { appId: app.id },
  });
  const rooms = await Promise.all(people.map((person) => call(person, "POST", `/posts/${post.id}/room`)));
  const topic = `realtime:room:${rooms[0]!.id}`;
  const sockets = await Promise.all(people.map(connect));
  for (const [index, socket] of sockets.entries())
    expect(
      await join(socket, topic, await hostedAccessToken(people[index]!), { broadcast: { ack: true } }),
    ).toBe("ok");
  expect([slow.id, quick.id]).toHaveLength(2);
  const [from, sleeper, reader] = sockets as [WebSocket, WebSocket, WebSocket];
  (sleeper as unknown as { _socket: Socket })._socket.pause();
  let heard = 0;
  reader.on("message", () => heard++);
  const closed = once(sleeper, "close");
  const payload = { event: "large", payload: { text: "x".repeat(60_000) } };
  for (let n = 0; n < 120; n++) {
    expect(await ask(from, topic, "broadcast", payload)).toBe("ok");
    // As much as a person may send a second.
    if (n % 8 === 7) await new Promise((done) => setTimeout(done, 1_000));
  }
  await expect.poll(() => heard).toBe(120);
  (sleeper as unknown as { _socket: Socket })._socket.resume();
  expect((await closed)[0]).toBe(1006);
});

it("ends with its launcher, also while it starts", async () => {
  const child = spawn(process.execPath, ["bin/realtime.mjs"], {
    env: { ...process.env, GUM_URL: server.url, REALTIME_PORT: String(await freePort()) },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = once(child, "exit");
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
