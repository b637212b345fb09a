import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { Post } from "@/lib/posts/contract";
import type { JoinedRoom, RoomEvent } from "@/lib/rooms/contract";
import { ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, uploadForm } from "../support/apps";
import { readEvents } from "../support/event-reader";
import { notHere } from "../support/not-here";
import { hasRedis, startRedis, type TestRedis } from "../support/redis";
import { type TestServer, startServer } from "../support/server";
import { within } from "../support/within";

const METRICS_TOKEN = "a-metrics-token-for-tests";

/** One instance of two processes: one database, one Redis. */
const TITLE = notHere("two processes of an instance", hasRedis, "redis-server is not installed");
/** An event that has not come by then was lost; the next one is waited for anew. */
const ATTEMPT_MS = 10_000;
/** A request waits 250 ms for each command; without that limit it would wait until Redis answers. */
const ANSWER_MS = 10_000;

describe.skipIf(!hasRedis)(TITLE, () => {
  let redis: TestRedis;
  let first: TestServer;
  let second: TestServer;
  let writer: ApiClient;
  let reader: ApiClient;

  beforeAll(async () => {
    redis = await startRedis();
    // Everyone who tries comes from an address of their own, so only the limit of an account is reached.
    const env = { REDIS_URL: redis.url, RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1", METRICS_TOKEN };
    first = await startServer({ env });
    second = await startServer({ env: { ...env, DATABASE_URL: first.database.url } });
    writer = await signUpOnboarded(first);
    const other = await signUpOnboarded(first);
    reader = new ApiClient(second.url, other.accessToken);
    await followWriter();
  });
  afterAll(async () => {
    await second?.dispose();
    await first?.dispose();
    await redis?.stop();
  });

  it("says in its metrics that both connections to Redis are up", async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const scrape = async () => (await fetch(`${second.url}/metrics`, { headers })).text();
    for (const use of ["commands", "events"])
      await expect.poll(scrape).toContain(`gum_redis_up{use="${use}"} 1`);
  });

  /** Posts of others reach those who show the feed of everyone. */
  const followWriter = async () => {
    const { id } = await writer.must<{ id: string }>("GET", "/v2/users/me");
    await reader.must("POST", `/users/${id}/follow`);
  };
  const post = async (body: string) =>
    (await writer.must<Post>("POST", "/v1/posts", { kind: "text", body })).id;
  const listen = async (lastEventId?: string) => {
    const answer = await fetch(`${second.url}/api/realtime/v1/stream`, {
      headers: {
        authorization: `Bearer ${reader.accessToken}`,
        ...(lastEventId && { "last-event-id": lastEventId }),
      },
    });
    const stream = readEvents(answer.body!);
    const { event } = await stream.until((event) => event.type === "hello");
    return { ...stream, id: (event as { stream: string }).stream };
  };

  let people = 0;
  const attempt = async ({ url }: TestServer, name: string) => {
    const { status } = await fetch(`${url}/api/v2/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `198.18.0.${people}` },
      body: JSON.stringify({ email: `${name}@gum.test`, password: "some words" }),
    });
    return status;
  };

  it("hear of each other's posts", async () => {
    const stream = await listen();
    const id = await post("from the other process");
    await stream.until((event) => event.type === "post" && event.id === id);
    await stream.close();
  });

  it("tell each other what a stream shows", async () => {
    const stream = await listen();
    const id = await post("shown");
    const shown = { posts: [id], apps: [], everyone: false, fresh: [id] };
    const elsewhere = new ApiClient(first.url, reader.accessToken);
    const { items } = await elsewhere.must<{ items: { postId: string; likes: number }[] }>(
      "PUT",
      "/realtime/v1/watch",
      { stream: stream.id, serial: 0, ...shown },
    );
    expect(items).toMatchObject([{ postId: id, likes: 0 }]);
    await writer.must("POST", "/v1/reactions", { postId: id, action: "like" });
    await stream.until((event) => event.type === "counts" && event.postId === id && event.likes === 1);
    await stream.close();
  });

  it("tell each other which rows changed", async () => {
    const stream = await listen();
    const id = await post("shown");
    const nothing = { posts: [], apps: [], everyone: false, fresh: [] };
    const rows = [`reactions:post_id:${id}`];
    await reader.must("PUT", "/realtime/v1/watch", { stream: stream.id, serial: 0, ...nothing, rows });
    for (const [action, change] of [
      ["like", "INSERT"],
      ["unlike", "DELETE"],
    ]) {
      await writer.must("POST", "/v1/reactions", { postId: id, action });
      await stream.until(
        (event) => event.type === "row" && event.change === change && event.row.post_id === id,
      );
    }
    await stream.close();
  });

  it("go on without a Redis that hangs, and hear of each other again when it answers", async () => {
    const stream = await listen();
    redis.freeze();
    const alone = await within(ANSWER_MS, () => post("while Redis hangs"));
    const opened = await within(ANSWER_MS, () => listen());
    await opened.close();
    // Each process counts by itself meanwhile.
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push(await within(ANSWER_MS, () => attempt(first, "unlucky")));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await within(ANSWER_MS, () => attempt(second, "unlucky"))).toBe(401);
    redis.thaw();
    await stream.until((event) => event.type === "post" && event.id === alone);
    // Streams restart after the next event that gets through: what came before it may be lost.
    await post("it answers again");
    await expect.poll(() => stream.ended()).toBe(true);
    const hearsAgain = async () => {
      const next = await listen();
      const again = await post("after it answers again");
      const heard = next
        .until((event) => event.type === "post" && event.id === again, ATTEMPT_MS)
        .then(
          () => true,
          () => false,
        );
      return heard.finally(next.close);
    };
    await expect.poll(hearsAgain).toBe(true);
  });

  it("end each other's streams with their session", async () => {
    const stream = await listen();
    await new ApiClient(first.url, reader.accessToken).call("POST", "/v2/auth/logout");
    await expect.poll(() => stream.ended()).toBe(true);
    reader = new ApiClient(second.url, (await signUpOnboarded(first)).accessToken);
    await followWriter();
  });

  it("carry the updates of a room in the same order", async () => {
    const app = await writer.must<App>(
      "POST",
      "/apps",
      uploadForm({ gumFile: await makePackage({ name: "Both", room: true }) }),
    );
    await writer.must("PATCH", `/apps/${app.id}/publish`, { isPublic: true });
    const room = await writer.must<JoinedRoom>("POST", `/apps/${app.id}/rooms`);
    await reader.must("POST", `/rooms/${room.id}/join`);
    const answer = await fetch(`${second.url}/api/rooms/stream?room=${room.id}:0`, {
      headers: { authorization: `Bearer ${reader.accessToken}` },
    });
    const stream = readEvents<RoomEvent>(answer.body!);
    const send = (client: ApiClient, payload: string) =>
      client.must("POST", `/rooms/${room.id}/updates`, { clientKey: randomUUID(), payload });
    await Promise.all(
      [1, 2, 3, 4].flatMap((n) => [send(writer, `"first ${n}"`), send(reader, `"second ${n}"`)]),
    );
    await stream.until((event) => event.type === "update" && event.update.serial === 8);
    const serials = stream.events.flatMap(({ event }) =>
      event.type === "update" ? [event.update.serial] : [],
    );
    expect(serials).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await stream.close();
  });

  it("count attempts together", async () => {
    const tried = async () => {
      const name = `nobody_${++people}`;
      const statuses: number[] = [];
      for (const server of [first, second, first, second, first, second])
        statuses.push(await attempt(server, name));
      return statuses;
    };
    // Where Redis takes more than 250 ms, a process counts on its own for a while.
    await expect.poll(tried).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it("go on without Redis, and miss nothing once it is back", async () => {
    const before = await listen();
    const heard = await post("heard");
    const { id: lastEventId } = await before.until((event) => event.type === "post" && event.id === heard);

    await redis.stop();
    const missed = await post("while Redis was away");
    expect((await reader.call("GET", "/v1/timeline?feed=all")).status).toBe(200);
    await redis.start();

    // The stream ends, because something may have passed it by; the next one begins where it left off.
    await expect.poll(() => before.ended()).toBe(true);
    const after = await listen(lastEventId);
    await after.until((event) => event.type === "post" && event.id === missed);
    await after.close();
    // One process may be back before the other.
    await vi.waitFor(
      async () => {
        const stream = await listen();
        const id = await post("and live again");
        await stream.until((event) => event.type === "post" && event.id === id, ATTEMPT_MS);
        await stream.close();
      },
      { timeout: 60_000 },
    );
  });
});
