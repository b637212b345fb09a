import { afterEach, expect, it, vi } from "vitest";
import { DOWNLOADS_IN_FLIGHT, DOWNLOADS_IN_FLIGHT_PERSON } from "@/lib/config/limits";
import { openDownload } from "./downloads-in-flight";

const MB = 1024 * 1024;
const held: ReadableStream[] = [];

/** A file of two pieces that nobody has read yet. */
const file = () =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(10).fill(7));
      controller.enqueue(new Uint8Array(10).fill(8));
      controller.close();
    },
  });

async function download(
  receiver: string,
  { signal = new AbortController().signal, open = () => Promise.resolve(file()) } = {},
) {
  const body = await openDownload(open, { receiver, bytes: MB, signal });
  held.push(body);
  return body;
}
const all = (receiver: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => download(receiver)));

afterEach(async () => {
  vi.useRealTimers();
  for (const body of held.splice(0)) if (!body.locked) await body.cancel().catch(() => 0);
});

const refused = { code: "too_many_downloads", retryAfter: 5 };

it("passes a file on whole", async () => {
  expect(await new Response(await download("a")).bytes()).toEqual(
    new Uint8Array([...new Uint8Array(10).fill(7), ...new Uint8Array(10).fill(8)]),
  );
});

it("one receiver has so many at once, and more once one was read or given up", async () => {
  const [first, second] = await all("a", DOWNLOADS_IN_FLIGHT_PERSON);
  await expect(download("a")).rejects.toMatchObject(refused);
  await download("b");
  await new Response(first).bytes();
  await expect.poll(() => download("a").then(() => "ok")).toBe("ok");
  await expect(download("a")).rejects.toMatchObject(refused);
  await second!.cancel();
  await expect.poll(() => download("a").then(() => "ok")).toBe("ok");
});

it("all together have so many at once", async () => {
  for (let n = 0; n < DOWNLOADS_IN_FLIGHT / DOWNLOADS_IN_FLIGHT_PERSON; n++)
    await all(`person ${n}`, DOWNLOADS_IN_FLIGHT_PERSON);
  await expect(download("other")).rejects.toMatchObject({ code: "unavailable", retryAfter: 5 });
});

it("a request that ends, and a file that is gone, count no more", async () => {
  const aborter = new AbortController();
  await all("a", DOWNLOADS_IN_FLIGHT_PERSON - 1);
  const left = await download("a", { signal: aborter.signal });
  aborter.abort();
  await expect(new Response(left).bytes()).rejects.toThrow();
  await expect.poll(() => download("a").then(() => "ok")).toBe("ok");
  const gone = download("b", { open: () => Promise.reject(new Error("gone")) });
  await expect(gone).rejects.toThrow("gone");
  await all("b", DOWNLOADS_IN_FLIGHT_PERSON);
});

it("a download that is not read ends", async () => {
  vi.useFakeTimers();
  const [slow] = await all("a", DOWNLOADS_IN_FLIGHT_PERSON);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(download("a")).rejects.toMatchObject(refused);
  await vi.advanceTimersByTimeAsync(MB / 32);
  await expect(new Response(slow).bytes()).rejects.toThrow("not read");
  await download("a");
});
