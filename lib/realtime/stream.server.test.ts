import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { REALTIME_HEARTBEAT_MS } from "@/lib/config/limits";
import { eventStream, type StreamWriter } from "./stream.server";

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere");
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

function open() {
  const abort = new AbortController();
  const ended = vi.fn();
  let writer: StreamWriter | undefined;
  const body = eventStream({ userId: "mika", signal: abort.signal }, (opened) => {
    writer = opened;
    return ended;
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const read = async () => decoder.decode((await reader.read()).value);
  return { abort, ended, read, reader, writer: writer! };
}

it("sends a heartbeat every 25 seconds until it ends", async () => {
  const { abort, ended, read, reader } = open();
  expect(await read()).toBe("retry: 1000\n\n");
  for (let beat = 0; beat < 3; beat++) {
    await vi.advanceTimersByTimeAsync(REALTIME_HEARTBEAT_MS);
    expect(await read()).toBe(": heartbeat\n\n");
  }
  expect(REALTIME_HEARTBEAT_MS).toBe(25_000);
  abort.abort();
  expect((await reader.read()).done).toBe(true);
  expect(ended).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it("writes the id and type of each event", async () => {
  const { read, writer } = open();
  await read();
  writer.send({ type: "unread", unread: 2 }, "an-id");
  expect(await read()).toBe('id: an-id\nevent: unread\ndata: {"type":"unread","unread":2}\n\n');
});

it("disconnects a client that does not read", async () => {
  const { ended, writer } = open();
  for (let sent = 0; sent < 400 && ended.mock.calls.length === 0; sent++)
    writer.send({ type: "post_deleted", id: "x".repeat(1_000) }, String(sent));
  expect(ended).toHaveBeenCalledOnce();
});

it("knows when its client is behind, and when it has caught up", async () => {
  const { read, writer } = open();
  await read();
  expect(writer.isBehind()).toBe(false);
  await writer.drained();
  writer.sendText("x".repeat(100_000));
  expect(writer.isBehind()).toBe(true);
  const drained = vi.fn();
  const waiting = writer.drained().then(drained);
  await Promise.resolve();
  expect(drained).not.toHaveBeenCalled();
  await read();
  void read();
  await waiting;
  expect(writer.isBehind()).toBe(false);
});

it("lets go of who waits when it ends", async () => {
  const { abort, writer } = open();
  writer.sendText("x".repeat(100_000));
  const waiting = writer.drained();
  abort.abort();
  await waiting;
});
