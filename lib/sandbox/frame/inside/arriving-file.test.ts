import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { crc32 } from "@/lib/package/crc32";
import type { SentPiece } from "@/lib/sandbox/protocol/to-frame";
import { ArrivingFile } from "./arriving-file";
import { makeFetch } from "./network/fetch";
import type { Source } from "./network/source";

const BYTES = new Uint8Array(1_000).fill(7);
const PIECE = 100;
const stalled = new Promise<never>(() => {});

/** Arrives in pieces up to `until`, where it stalls. */
function arriveUntil(until: number): ArrivingFile {
  return new ArrivingFile({ size: BYTES.length, isDeflated: false, crc: crc32(BYTES, 0) }, (from) => {
    if (from >= until) return stalled;
    const { buffer } = BYTES.slice(from, from + PIECE);
    const piece: SentPiece = { bytes: buffer, at: 0, length: PIECE, isLast: from + PIECE === BYTES.length };
    return Promise.resolve(piece);
  });
}

test("a reader that waits for a stalled file sees its abort at once", async () => {
  const { signal, abort } = controller();
  const { body } = await arriveUntil(300).stream(signal);
  const reader = body.getReader();
  for (let read = 0; read < 300;) read += (await reader.read()).value!.length;
  const waiting = reader.read();
  abort();
  await expect(waiting).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("what is read leaves no listener on the signal", async () => {
  const { signal } = controller();
  const { body } = await arriveUntil(BYTES.length).stream(signal);
  expect(await new Response(body).bytes()).toEqual(BYTES);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a reader with a buffer of its own gets the whole", async () => {
  const { body } = await arriveUntil(BYTES.length).stream(null);
  const reader = body.getReader({ mode: "byob" });
  let read = 0;
  for (let buffer = new ArrayBuffer(64); ;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) break;
    expect(value).toEqual(new Uint8Array(value.length).fill(7));
    read += value.length;
    buffer = value.buffer;
  }
  expect(read).toBe(BYTES.length);
});

test("an empty file ends for a reader with a buffer of its own", async () => {
  const none = new ArrivingFile({ size: 0, isDeflated: false, crc: 0 }, () =>
    Promise.resolve({ bytes: new ArrayBuffer(0), at: 0, length: 0, isLast: true }),
  );
  const { body } = await none.stream(null);
  const { done } = await body.getReader({ mode: "byob" }).read(new Uint8Array(8));
  expect(done).toBe(true);
});

test("a request that waits for a file's first bytes sees its abort at once", async () => {
  const source: Source = {
    kind: "bytes",
    bytes: () => BYTES,
    blob: () => new Blob([BYTES]),
    type: "",
    prepare: () => stalled,
    stream: (signal) => arriveUntil(0).stream(signal),
  };
  const fetch = makeFetch({ locate: () => source, absolute: (url) => url }, () => {});
  for (const headers of [new Headers(), new Headers({ range: "bytes=0-9" })]) {
    const { signal, abort } = controller();
    const answer = fetch("file.bin", { signal, headers });
    abort();
    await expect(answer).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  }
});

function controller(): { signal: AbortSignal; abort: () => void } {
  const made = new AbortController();
  return { signal: made.signal, abort: () => made.abort() };
}
