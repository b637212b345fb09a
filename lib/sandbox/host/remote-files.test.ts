import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { archiveTail, directoryStart, readDirectory } from "@/lib/package/package-ranges";
import type { ToFrame } from "@/lib/sandbox/protocol/to-frame";
import { hashOf, LARGE_MANIFEST, noise } from "@/tests/support/large-package";
import { makePackage } from "@/tests/support/package-bytes";
import { serveRanges } from "@/tests/support/range-server";
import { FileSender, RemoteFiles } from "./remote-files";

const MB = 1024 * 1024;
const NAMES = ["a.bin", "b.bin", "c.bin"];
const FILES = Object.fromEntries(NAMES.map((name, n) => [name, noise(4 * MB, n + 1)]));
const PACKAGE = new Uint8Array(makePackage(LARGE_MANIFEST, { "index.html": "", ...FILES }));
const sha256 = hashOf(PACKAGE);
const directory = directoryStart(archiveTail(PACKAGE.slice(-64), PACKAGE.length));
const files = readDirectory(archiveTail(PACKAGE.slice(directory), PACKAGE.length));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The server waits after the first piece and a half of a file, so that each answer stays open until somebody gives it up. */
async function open() {
  const { url, open } = await serveRanges(PACKAGE, { sha256, perAnswer: 1.5 * MB, then: "wait" });
  const remote = new RemoteFiles(
    { url, sha256, bytes: PACKAGE.length },
    NAMES.map((name) => files.get(name)!),
  );
  const onProgress = vi.fn();
  const sender = new FileSender(remote, { onProgress, onReplaced: vi.fn() });
  const ask = async (name: string, from = 0): Promise<ToFrame> =>
    (await sender.answer({ id: 1, name, from }))[0];
  return { sender, ask, onProgress, open };
}
const lengthOf = (reply: ToFrame): number =>
  reply.type === "result" ? (reply.value as { length: number }).length : NaN;
const fault = (code: string): object => expect.objectContaining({ type: "fault", code }) as object;

test("a frame that does not ask on leaves its places, the connections and the progress", async () => {
  const { sender, ask, onProgress, open: answers } = await open();
  const [first] = await Promise.all([ask("a.bin"), ask("b.bin")]);
  expect(answers.size).toBe(2);
  const waiting = ask("c.bin");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(lengthOf(await waiting)).toBeGreaterThan(0);
  expect(await ask("a.bin", lengthOf(first))).toEqual(fault("invalid"));
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.poll(() => answers.size).toBe(0);
  expect(onProgress).toHaveBeenLastCalledWith(null);
  expect(lengthOf(await ask("a.bin"))).toBe(lengthOf(first));
  sender.close();
  await expect.poll(() => answers.size).toBe(0);
  onProgress.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onProgress).not.toHaveBeenCalled();
});

test("a file that the frame leaves ten times is refused", async () => {
  const { sender, ask } = await open();
  for (let times = 0; times < 10; times += 1) {
    expect(lengthOf(await ask("a.bin"))).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(30_000);
  }
  expect(await ask("a.bin")).toEqual(fault("too_many"));
  sender.close();
});

test("a frame that asks on within the time keeps its place, however long the next piece takes", async () => {
  const { sender, ask, open: answers } = await open();
  const first = lengthOf(await ask("a.bin"));
  await vi.advanceTimersByTimeAsync(29_000);
  // The rest of it does not come.
  const second = ask("a.bin", first);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers.size).toBe(1);
  sender.close();
  await second;
  await expect.poll(() => answers.size).toBe(0);
});
