/** Files keep what was written, whoever else writes and whatever fails. */
import FDBFactory from "fake-indexeddb/build/esm/FDBFactory.js";
import FDBObjectStore from "fake-indexeddb/build/esm/FDBObjectStore.js";
import { expect, test, vi } from "vitest";
import { serveFiles } from "@/lib/sandbox/frame/inside/shared/file-port";
import {
  CHUNK_BYTES,
  type FileChange,
  type FileService,
} from "@/lib/sandbox/frame/inside/shared/file-service";
import { FileStore } from "@/lib/sandbox/frame/inside/shared/file-store";
import { openAccess, openWritable } from "@/lib/sandbox/frame/inside/shared/file-streams";

const PATH = ["file"];
const bytesOf = (length: number, value: number) => new Uint8Array(length).fill(value);

async function storeWith(length: number): Promise<FileStore> {
  const store = new FileStore(new FDBFactory(), () => 2 ** 30);
  await store.open(PATH, "file", true);
  const stream = await openWritable(store, PATH);
  await stream.write(bytesOf(length, 1));
  await stream.stream.close();
  return store;
}

/** The file as runs of equal bytes. */
async function runsOf(store: FileService): Promise<[value: number, length: number][]> {
  const runs: [number, number][] = [];
  for (const byte of (await store.read(PATH)).bytes) {
    const last = runs.at(-1);
    if (last?.[0] === byte) last[1] += 1;
    else runs.push([byte, 1]);
  }
  return runs;
}

test.each([
  ["shorter", CHUNK_BYTES],
  ["longer", 5 * CHUNK_BYTES],
])(
  "of two streams the last to close has its own copy whole, though the other made the file %s",
  async (_, size) => {
    const length = 2 * CHUNK_BYTES + 100;
    const store = await storeWith(length);
    const [first, last] = [
      await openWritable(store, PATH, { keepExistingData: true }),
      await openWritable(store, PATH, { keepExistingData: true }),
    ];
    await first.truncate(size);
    await first.write(bytesOf(size, 2));
    await last.write(bytesOf(10, 3));
    await first.stream.close();
    expect(await runsOf(store)).toEqual([[2, size]]);
    await last.stream.close();
    expect(await runsOf(store)).toEqual([
      [3, 10],
      [1, length - 10],
    ]);
  },
);

test("two streams that close at once leave the copy of one", async () => {
  const store = await storeWith(3 * CHUNK_BYTES);
  const streams = [2, 3].map(async (value, at) => {
    const stream = await openWritable(store, PATH, { keepExistingData: true });
    await stream.write({ type: "write", position: at * CHUNK_BYTES, data: bytesOf(CHUNK_BYTES, value) });
    return stream;
  });
  await Promise.all((await Promise.all(streams)).map(({ stream }) => stream.close()));
  expect(await runsOf(store)).toEqual([
    [1, CHUNK_BYTES],
    [3, CHUNK_BYTES],
    [1, CHUNK_BYTES],
  ]);
});

test("a change after one that failed does not leave the file with half of them", async () => {
  const store = await storeWith(3 * CHUNK_BYTES);
  vi.spyOn(FDBObjectStore.prototype as unknown as IDBObjectStore, "put").mockImplementationOnce(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  const handle = await openAccess(store, PATH);
  handle.truncate(CHUNK_BYTES);
  handle.flush();
  handle.write(bytesOf(10, 2), { at: 2 * CHUNK_BYTES });
  handle.flush();
  await expect
    .poll(() => runsOf(store))
    .toEqual([
      [1, CHUNK_BYTES],
      [0, CHUNK_BYTES],
      [2, 10],
    ]);
  expect(() => handle.getSize()).toThrow("Full");
  vi.restoreAllMocks();
});

test("an access handle saves without flush", async () => {
  const store = await storeWith(5);
  const handle = await openAccess(store, PATH);
  handle.write(bytesOf(2, 7), { at: 0 });
  await expect
    .poll(() => runsOf(store))
    .toEqual([
      [7, 2],
      [1, 3],
    ]);
});

test("a worker's locks last until all that it sent is heard", async () => {
  const said: string[] = [];
  const answers: (() => void)[] = [];
  const service = {
    lock: async () => ({ id: 1, mode: "readwrite", limitBytes: 0 }),
    write: (_: number, { size }: FileChange) => {
      said.push(`write ${size}`);
      return new Promise<number>((resolve) => answers.push(() => resolve(0)));
    },
    unlock: async () => void said.push("unlock"),
  } as unknown as FileService;
  const { port1, port2 } = new MessageChannel();
  let late = (): void => undefined;
  const end = serveFiles(service, port1, (work) => (late = work));
  const write = (size: number) => port2.postMessage({ id: size, method: "write", args: [1, { size }] });
  port2.postMessage({ id: 0, method: "lock", args: [] });
  write(1);
  await expect.poll(() => said).toEqual(["write 1"]);
  end();
  answers[0]!();
  write(2);
  await expect.poll(() => said).toEqual(["write 1", "write 2"]);
  late();
  expect(said).toEqual(["write 1", "write 2", "unlock"]);
  port2.close();
});

test("a handle of a file does not move the folder that has its name now", async () => {
  const store = await storeWith(1);
  await store.remove(PATH, false);
  await store.open(PATH, "directory", true);
  await store.open([...PATH, "child"], "file", true);
  await expect(store.move(PATH, ["other"])).rejects.toMatchObject({ name: "TypeMismatchError" });
  expect(await store.list(PATH)).toEqual([["child", "file"]]);
});

test("a position is a number, and there is no command that is nothing", async () => {
  const store = await storeWith(5);
  const stream = await openWritable(store, PATH, { keepExistingData: true });
  await stream.write({ type: "write", position: "1" as unknown as number, data: bytesOf(1, 2) });
  await expect(stream.write(undefined)).rejects.toThrow(TypeError);
  await expect(stream.write({ type: "write", position: -1, data: "x" })).rejects.toThrow(TypeError);
  const again = await openWritable(store, PATH, { keepExistingData: true });
  await again.write({ type: "write", position: "4" as unknown as number, data: bytesOf(2, 2) });
  await again.stream.close();
  expect(await runsOf(store)).toEqual([
    [1, 4],
    [2, 2],
  ]);
});
