import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { SupabaseClient } from "@supabase/supabase-js";
import { WebSocket } from "ws";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { LIMITS } from "../../bin/realtime/limits.mjs";
import { startRealtime } from "../../bin/realtime/server.mjs";
import { signToken } from "@/lib/auth/signed-token.server";
import { makePackage, uploadForm } from "../support/apps";
import {
  callAsHosted,
  hostedAccessToken,
  hostedOf,
  type HostedPerson,
  hostedPerson,
} from "../support/hosted";
import { full } from "../support/depth";
import { changes, leaveAll, live as openLive, subscribe } from "../support/hosted-live";
import { startServer, type TestServer } from "../support/server";

/** Realtime by an unmodified supabase-js, at the address that the instance names: Next passes the upgrade on. */

let server: TestServer;
let gateway: Awaited<ReturnType<typeof startRealtime>>;
let kim: HostedPerson;
let lee: HostedPerson;

beforeAll(async () => {
  const port = await freePort();
  server = await startServer({ env: { REALTIME_URL: `http://127.0.0.1:${port}` } });
  gateway = await startRealtime({ gumUrl: server.url, host: "127.0.0.1", port });
  [kim, lee] = await Promise.all([hostedPerson(server), hostedPerson(server)]);
});
afterEach(leaveAll);
afterAll(async () => {
  await gateway?.stop();
  await server?.dispose();
});

const live = (person: HostedPerson | null, token?: string) => openLive(server, person, token);

const post = async ({ client }: HostedPerson, row: object) => {
  const { data, error } = await client.from("posts").insert(row).select("id").single();
  if (error) throw error;
  return (data as { id: string }).id;
};

const call = (person: HostedPerson, ...request: [method: string, path: string, body?: object]) =>
  callAsHosted(server, person, request);

describe("changes of rows", () => {
  it("are sent with the row as its view shows it to this person", async () => {
    const client = await live(lee);
    const [all, ofKim, ofLee] = await Promise.all([
      changes(client, { table: "posts" }),
      changes(client, { table: "posts", filter: `author_id=eq.${kim.id}` }),
      changes(client, { table: "posts", filter: `author_id=eq.${lee.id}` }),
    ]);
    expect([all.status, ofKim.status, ofLee.status]).toEqual(["SUBSCRIBED", "SUBSCRIBED", "SUBSCRIBED"]);
    const id = await post(kim, { body: "Plums" });
    await expect
      .poll(() => all.received)
      .toMatchObject([
        { eventType: "INSERT", table: "posts", new: { id, body: "Plums", author_id: kim.id } },
      ]);
    await expect.poll(() => ofKim.received).toHaveLength(1);
    expect(ofLee.received).toEqual([]);
    await kim.client.from("posts").delete().eq("id", id);
    await expect.poll(() => all.received).toMatchObject([{}, { eventType: "DELETE", old: { id } }]);
  });

  it("of a post and its replies are sent to whoever names it; notifications to whom they are for", async () => {
    const id = await post(kim, { body: "Plums" });
    const client = await live(kim);
    const [one, replies, notices] = await Promise.all([
      changes(client, { table: "posts", filter: `id=eq.${id}` }),
      changes(client, { table: "comments", filter: `post_id=eq.${id}` }),
      changes(client, { table: "notifications" }),
    ]);
    expect([one.status, replies.status, notices.status]).toEqual(["SUBSCRIBED", "SUBSCRIBED", "SUBSCRIBED"]);
    await lee.client.from("comments").insert({ post_id: id, content: "Pears" });
    await expect
      .poll(() => replies.received)
      .toMatchObject([{ eventType: "INSERT", new: { content: "Pears" } }]);
    await expect.poll(() => notices.received).toMatchObject([{ new: { actor_id: lee.id, kind: "comment" } }]);
    await kim.client.from("posts").update({ body: "Better plums" }).eq("id", id);
    await expect
      .poll(() => one.received.at(-1))
      .toMatchObject({ eventType: "UPDATE", new: { body: "Better plums" } });
  });

  it("leave out what the person may not see", async () => {
    const other = await hostedPerson(server);
    const client = await live(other);
    const { received } = await changes(client, { table: "posts" });
    await call(other, "POST", `/users/${kim.id}/block`);
    await post(kim, { body: "Hidden" });
    const id = await post(lee, { body: "Shown" });
    await expect.poll(() => received).toHaveLength(1);
    expect(received[0]!.new.id).toBe(id);
  });

  it("are refused where there are none", async () => {
    const client = await live(kim);
    for (const filter of [
      { table: "users" },
      { table: "sessions" },
      { table: "follows", filter: "id=eq.x" },
      { table: "reactions", filter: "post_id=eq.x" },
      { table: "posts", schema: "auth" },
      { table: "posts", filter: "password=eq.x" },
      { table: "posts", filter: "id=eq.x) or 1=1" },
    ])
      expect((await changes(client, filter)).status, JSON.stringify(filter)).not.toBe("SUBSCRIBED");
  });
});

describe("the channel of an app room", () => {
  /** Of Kim, whose post lets others join. */
  async function makeRoom() {
    const gumFile = await makePackage({ name: `Together ${randomBytes(3).toString("hex")}`, room: true });
    const app = await call(kim, "POST", "/apps", uploadForm({ gumFile }));
    await call(kim, "PATCH", `/apps/${app.id}/publish`, { isPublic: true });
    const shown = await call(kim, "POST", "/v1/posts", {
      kind: "text",
      body: "Join",
      appRef: { appId: app.id },
    });
    const room = await call(kim, "POST", `/posts/${shown.id}/room`);
    return { room, shown };
  }

  it("carries broadcasts and presence between those who are in it, and to nobody else", async () => {
    const { room, shown } = await makeRoom();
    const channelOf = async (person: HostedPerson, key: string) =>
      (await live(person)).channel(`room:${room.id}`, {
        config: { presence: { key, enabled: true }, broadcast: { ack: true } },
      });
    expect(await subscribe(await channelOf(lee, "lee"))).toContain("not part of");
    await call(lee, "POST", `/posts/${shown.id}/room`);
    const [ofKim, ofLee] = [await channelOf(kim, "kim"), await channelOf(lee, "lee")];
    const received: unknown[] = [];
    ofLee.on("broadcast", { event: "move" }, ({ payload }) => received.push(payload));
    ofLee.on("presence", { event: "sync" }, () => undefined);
    expect(await Promise.all([subscribe(ofKim), subscribe(ofLee)])).toEqual(["SUBSCRIBED", "SUBSCRIBED"]);
    expect(await ofKim.send({ type: "broadcast", event: "move", payload: { to: "梅" } })).toBe("ok");
    await expect.poll(() => received).toEqual([{ to: "梅" }]);
    expect(await ofKim.track({ colour: "plum" })).toBe("ok");
    await expect.poll(() => ofLee.presenceState()).toMatchObject({ kim: [{ colour: "plum" }] });
    expect(JSON.stringify(ofLee.presenceState())).not.toContain(kim.id);
    expect(await ofKim.untrack()).toBe("ok");
    await expect.poll(() => ofLee.presenceState()).toEqual({});
    expect(await ofKim.track({ colour: "plum" })).toBe("ok");
    await expect.poll(() => ofLee.presenceState()).toHaveProperty("kim");
    await ofKim.unsubscribe();
    await expect.poll(() => ofLee.presenceState()).toEqual({});
    const elsewhere = (await live(kim)).channel("lobby", { config: { broadcast: { ack: true } } });
    expect(await subscribe(elsewhere)).toBe("SUBSCRIBED");
    expect(await elsewhere.send({ type: "broadcast", event: "move", payload: {} })).toBe("error");
    // As in the product's own channel, nobody writes into a closed room.
    await call(kim, "PATCH", `/rooms/${room.id}`, { isClosed: true });
    const late = await channelOf(kim, "kim");
    expect(await subscribe(late)).toBe("SUBSCRIBED");
    expect(await late.send({ type: "broadcast", event: "move", payload: { to: "桃" } })).toBe("error");
    expect(await late.track({ colour: "peach" })).toBe("error");
    expect(received).toEqual([{ to: "梅" }]);
  });

  if (full) {
    it("is the same for clients with version 1.0.0 of the protocol, which has no bytes", async () => {
      const { room, shown } = await makeRoom();
      await call(lee, "POST", `/posts/${shown.id}/room`);
      const config = { presence: { enabled: true }, broadcast: { ack: true } };
      const clients = [await openLive(server, kim, undefined, "1.0.0"), await live(lee)];
      const [older, newer] = clients.map((client) => client.channel(`room:${room.id}`, { config }));
      const received: [string, string, unknown][] = [];
      for (const [name, channel] of [["older", older!] as const, ["newer", newer!] as const])
        channel
          .on("broadcast", { event: "*" }, ({ event, payload }) =>
            received.push([name, event as string, payload]),
          )
          .on("presence", { event: "sync" }, () => undefined);
      expect(await Promise.all([subscribe(older!), subscribe(newer!)])).toEqual(["SUBSCRIBED", "SUBSCRIBED"]);
      expect(await older!.send({ type: "broadcast", event: "move", payload: { to: "梅" } })).toBe("ok");
      expect(await newer!.httpSend("bytes", new Uint8Array([1]))).toEqual({ success: true });
      expect(await newer!.send({ type: "broadcast", event: 'a"b', payload: { to: "桃" } })).toBe("ok");
      await expect.poll(() => received).toContainEqual(["older", 'a"b', { to: "桃" }]);
      expect(received).toContainEqual(["newer", "move", { to: "梅" }]);
      expect(received.filter(([name]) => name === "older")).toHaveLength(1);
      expect(await older!.track({ colour: "plum" })).toBe("ok");
      await expect.poll(() => Object.values(newer!.presenceState())).toMatchObject([[{ colour: "plum" }]]);
      const ofPosts = await changes(clients[0]!, { table: "posts", filter: `author_id=eq.${kim.id}` });
      expect(ofPosts.status).toBe("SUBSCRIBED");
      const id = await post(kim, { body: "Plums" });
      await expect.poll(() => ofPosts.received).toMatchObject([{ eventType: "INSERT", new: { id } }]);
    });
  }

  it("takes broadcasts from those who have not joined it, by the same rules", async () => {
    const { room, shown } = await makeRoom();
    const topic = `room:${room.id}`;
    const channel = (await live(kim)).channel(topic);
    const received: unknown[] = [];
    channel.on("broadcast", { event: "*" }, ({ event, payload }) => received.push([event, payload]));
    expect(await subscribe(channel)).toBe("SUBSCRIBED");
    const sender = async (person: HostedPerson, name = topic) => {
      const client = await live(person);
      await client.realtime.setAuth();
      return client.channel(name);
    };
    const ofLee = await sender(lee);
    const send = () => ofLee.send({ type: "broadcast", event: "move", payload: { to: "梅" } });
    expect(await send()).toBe("error");
    await expect(ofLee.httpSend("move", {})).rejects.toThrow("not part of this shared app");
    await call(lee, "POST", `/posts/${shown.id}/room`);
    expect(await send()).toBe("ok");
    expect(await ofLee.httpSend("a/b 日", { to: "桃" })).toEqual({ success: true });
    expect(await ofLee.httpSend("bytes", new Uint8Array([1, 2, 255]))).toEqual({ success: true });
    await expect.poll(() => received).toHaveLength(3);
    expect(received.slice(0, 2)).toEqual([
      ["move", { to: "梅" }],
      ["a/b 日", { to: "桃" }],
    ]);
    const [, bytes] = received[2] as [string, ArrayBuffer];
    expect([...new Uint8Array(bytes)]).toEqual([1, 2, 255]);

    await expect((await sender(lee, "lobby")).httpSend("move", {})).rejects.toThrow("app rooms");
    await expect(ofLee.httpSend("x".repeat(61), {})).rejects.toThrow("60 characters");
    await expect(ofLee.httpSend("move", { text: "x".repeat(64 * 1024) })).rejects.toThrow("bytes at most");
    const { url, publicKey } = await hostedOf(server);
    const token = await hostedAccessToken(lee);
    const ask = async (body: unknown, headers: Record<string, string> = {}, method = "POST") => {
      const response = await fetch(`${url}/realtime/v1/api/broadcast`, {
        method,
        headers: { apikey: publicKey, authorization: `Bearer ${token}`, ...headers },
        ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const { code } = (await response.json().catch(() => ({}))) as { code?: string };
      return [response.status, code];
    };
    const message = { topic, event: "move", payload: {} };
    const messages = (count: number) => ({ messages: Array.from({ length: count }, () => message) });
    expect(await ask("{")).toEqual([400, "invalid_json"]);
    for (const wrong of [null, {}, { messages: {} }, { messages: [null] }, messages(0), messages(31)])
      expect(await ask(wrong), JSON.stringify(wrong)).toEqual([422, "validation_error"]);
    expect(await ask(messages(1), { apikey: "x" })).toEqual([401, "unauthenticated"]);
    expect(await ask(messages(1), { authorization: "" })).toEqual([401, "unauthenticated"]);
    const keyed = { authorization: `Bearer ${publicKey}` };
    expect(await ask(messages(1), keyed)).toEqual([401, "unauthenticated"]);
    expect(await ask(messages(1), { authorization: "Bearer x" })).toEqual([401, "invalid_token"]);
    expect(await ask(null, {}, "GET")).toEqual([405, "method_not_allowed"]);
    const missing = { topic: `room:${kim.id}`, event: "move", payload: {} };
    expect(await ask({ messages: [message, missing] })).toEqual([403, "forbidden"]);
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const nested = `{"messages":[{"topic":"${topic}","event":"move","payload":${deep}}]}`;
    expect(await ask(nested)).toEqual([422, "validation_error"]);
    const elsewhere = () => ({ ...message, topic: `room:${crypto.randomUUID()}` });
    const scattered = { messages: [message, elsewhere(), elsewhere(), elsewhere()] };
    expect(await ask(scattered)).toEqual([422, "validation_error"]);
    expect(received).toHaveLength(3);
    // As many as a socket may send a second, each time; on a slow machine a few of them fall into seconds of their own.
    let sent = 0;
    const ofMany = async () => {
      const [status] = await ask(messages(30));
      if (status === 202) sent += 30;
      return status;
    };
    const sendMany = () => Promise.all(Array.from({ length: LIMITS.requestsOfOne }, ofMany));
    await expect.poll(sendMany).toContain(429);
    await expect.poll(() => received).toHaveLength(3 + sent);
    await call(kim, "PATCH", `/rooms/${room.id}`, { isClosed: true });
    await expect.poll(() => ask(messages(1))).toEqual([403, "forbidden"]);
  });
});

describe("requests that broadcast", () => {
  /** Sends the head of a request, and says when the response begins. */
  function begin(headers: Record<string, string>) {
    const request = http.request({
      host: "127.0.0.1",
      port: gateway.port,
      path: "/api/broadcast",
      method: "POST",
      headers: { ...headers, "content-length": "100" },
    });
    request.on("error", () => undefined);
    request.flushHeaders();
    const status = new Promise<number | undefined>((resolve) => {
      request.once("response", (response) => resolve(response.resume().statusCode));
    });
    return { status, end: () => request.destroy() };
  }

  if (full) {
    it("are a few of each person at a time, and wait for nobody's body", async () => {
      const { publicKey } = await hostedOf(server);
      const headersOf = async (person: HostedPerson) => ({
        apikey: publicKey,
        authorization: `Bearer ${await hostedAccessToken(person)}`,
      });
      const [ofKim, ofLee] = [await headersOf(kim), await headersOf(lee)];
      expect(await begin({ ...ofKim, authorization: "Bearer x" }).status).toBe(401);
      const open = Array.from({ length: LIMITS.requestsOfOne + 1 }, () => begin(ofKim));
      expect(await Promise.race(open.map(({ status }) => status))).toBe(429);
      const other = begin(ofLee);
      const statuses = await Promise.all([...open, other].map(({ status }) => status));
      expect(statuses.toSorted()).toEqual([408, 408, 408, 408, 408, 429]);
      const response = await fetch(`http://127.0.0.1:${gateway.port}/api/broadcast`, {
        method: "POST",
        headers: ofKim,
        body: "{}",
      });
      expect(response.status).toBe(422);
    });
  }

  it("are at their own addresses only", async () => {
    const { url } = await hostedOf(server);
    for (const path of ["api/broadcast", "api/broadcast/x/events/y"])
      expect((await fetch(`${url}/realtime/v1/${path}`, { method: "POST" })).status, path).toBe(401);
    for (const path of ["api/broadcastx", "api/broadcast/x", "health", "/example.com/api/broadcast"])
      expect((await fetch(`${url}/realtime/v1/${path}`, { method: "POST" })).status, path).toBe(404);
  });
});

type Claims = Record<"sid" | "sub" | "iss" | "aud", string>;

/** What the client has beneath its channels. */
const socketOf = ({ realtime }: SupabaseClient) =>
  (realtime as unknown as { socketAdapter: { onClose(done: (event: unknown) => void): void } }).socketAdapter;

describe("a socket", () => {
  it("answers heartbeats", async () => {
    const { realtime } = await live(kim);
    const beats: string[] = [];
    realtime.onHeartbeat((status) => beats.push(status));
    expect(await subscribe(realtime.channel("a"))).toBe("SUBSCRIBED");
    await realtime.sendHeartbeat();
    await expect.poll(() => beats).toContain("ok");
  });

  it("is for people with a token that is valid", async () => {
    const { publicKey } = await hostedOf(server);
    const [head, , signature] = (await hostedAccessToken(kim)).split(".");
    const payload = Buffer.from(JSON.stringify({ sub: kim.id, exp: 4e9 })).toString("base64url");
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    for (const token of [`${head}.${payload}.${signature}`, `${none}.${payload}.`, publicKey, "x"])
      expect(await subscribe((await live(null, token)).channel("a"))).not.toBe("SUBSCRIBED");
    expect(await subscribe((await live(null)).channel("a"))).not.toBe("SUBSCRIBED");
    const address = `${server.url.replace("http", "ws")}/api/hosted/realtime/v1/websocket`;
    const refused = new WebSocket(`${address}?apikey=wrong&vsn=2.0.0`);
    const [, response] = (await once(refused, "unexpected-response")) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(401);
    refused.on("error", () => undefined).terminate();
    const unknown = new WebSocket(`${address}?apikey=${publicKey}&vsn=3.0.0`);
    const [, answer] = (await once(unknown, "unexpected-response")) as [unknown, { statusCode: number }];
    expect(answer.statusCode).toBe(400);
    unknown.on("error", () => undefined).terminate();
  });

  if (full) {
    it("ends with its token, unless the client sends a newer one", async () => {
      const [, payload] = (await hostedAccessToken(lee)).split(".");
      const { sid, sub, iss, aud } = JSON.parse(Buffer.from(payload!, "base64url").toString()) as Claims;
      const short = await signToken("access-token", { sid, sub, iss }, { audience: aud, seconds: 20 });
      const [ends, stays] = [await live(lee, short), await live(lee, short)];
      const closed: string[] = [];
      for (const [name, client] of Object.entries({ ends, stays })) {
        expect(await subscribe(client.channel("a"))).toBe("SUBSCRIBED");
        socketOf(client).onClose(() => closed.push(name));
      }
      await stays.realtime.setAuth(await hostedAccessToken(lee));
      await expect.poll(() => closed).toEqual(["ends"]);
    });
  }

  it("ends at once with the person's session, and with their suspension", async () => {
    const moderator = await hostedPerson(server);
    await server.database.query("UPDATE users SET role = 'moderator' WHERE id = $1", [moderator.id]);
    const ends: ((person: HostedPerson) => Promise<unknown>)[] = [
      ({ client }) => client.auth.signOut(),
      ({ id }) =>
        call(moderator, "POST", `/v1/moderation/cases/user/${id}`, {
          action: "suspend",
          days: 1,
          reason: "spam",
        }),
    ];
    for (const end of ends) {
      const person = await hostedPerson(server);
      const client = await live(person);
      expect(await subscribe(client.channel("a"))).toBe("SUBSCRIBED");
      const closed = new Promise((resolve) => socketOf(client).onClose(resolve));
      await end(person);
      expect(await closed).toMatchObject({ code: 1008 });
    }
  });
});
