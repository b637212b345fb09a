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

/** One instance of two processes: one database, one Redis. */
const TITLE = notHere("two processes of an instance", hasRedis, "redis-server is not installed");
describe.skipIf(!hasRedis)(TITLE, () => {
  let redis: TestRedis;
  let first: TestServer;
  let second: TestServer;
  let writer: ApiClient;
  let reader: ApiClient;

  beforeAll(async () => {
    redis = await startRedis();
    const env = { REDIS_URL: redis.url, RATE_LIMIT_SCALE: "1" };
    first = await startServer({ env });
    second = await startServer({ env: { ...env, DATABASE_URL: first.database.url } });
    writer = await signUpOnboarded(first);
    const other = await signUpOnboarded(first);
    reader = new ApiClient(second.url, other.accessToken);
  });
  afterAll(async () => {
    await second?.dispose();
    await first?.dispose();
    await redis?.stop();
  });

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
    await stream.until((event) => event.type === "hello");
    return stream;
  };

  it("hear of each other's posts", async () => {
    const stream = await listen();
    const id = await post("from the other process");
    await stream.until((event) => event.type === "post" && event.id === id);
    await stream.close();
  });

  it("go on without a Redis that hangs, and hear of each other again when it answers", async () => {
    const stream = await listen();
    redis.freeze();
    const alone = await post("while Redis hangs");
    const opened = await listen();
    await opened.close();
    redis.thaw();
    await stream.until((event) => event.type === "post" && event.id === alone);
    const again = await post("after it answers again");
    await stream.until((event) => event.type === "post" && event.id === again);
    await stream.close();
  });

  it("end each other's streams with their session", async () => {
    const stream = await listen();
    await new ApiClient(first.url, reader.accessToken).call("POST", "/v2/auth/logout");
    await expect.poll(() => stream.ended(), { timeout: 3_000 }).toBe(true);
    reader = new ApiClient(second.url, (await signUpOnboarded(first)).accessToken);
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
    const attempt = ({ url }: TestServer) =>
      new ApiClient(url).call("POST", "/v2/auth/login", { email: "nobody@gum.test", password: "some words" });
    const statuses: number[] = [];
    for (const server of [first, second, first, second, first, second])
      statuses.push((await attempt(server)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
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
    await expect.poll(() => before.ended(), { timeout: 15_000 }).toBe(true);
    const after = await listen(lastEventId);
    await after.until((event) => event.type === "post" && event.id === missed);
    await after.close();
    // One process may be back before the other.
    await vi.waitFor(
      async () => {
        const stream = await listen();
        const id = await post("and live again");
        await stream.until((event) => event.type === "post" && event.id === id, 1_000);
        await stream.close();
      },
      { timeout: 15_000 },
    );
  });
});
