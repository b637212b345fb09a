import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import { AwsV4Signer } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startBucketServer } from "../../tests/support/bucket-server";
import { startKillableStore } from "../../tests/support/killable-store";
import { type FileStore, isFileKey, randomFileKey } from "./file-key";
import { localFileStore } from "./local-file-store";
import { s3FileStore } from "./s3-file-store";

let folder: string;
let server: Server;
const objects = new Map<string, Buffer>();
const signed: boolean[] = [];

/** The subset of S3 that the store uses, on loopback. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "gum-files-"));
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      signed.push(
        /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/auto\/s3\/aws4_request/.test(
          request.headers.authorization ?? "",
        ),
      );
      const name = decodeURIComponent(request.url!.split("?")[0]!);
      if (request.method === "PUT") objects.set(name, Buffer.concat(chunks));
      if (request.method === "DELETE") objects.delete(name);
      const found = objects.get(name);
      if (/GET|HEAD/.test(request.method!) && name !== "/bucket/" && !found) response.statusCode = 404;
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      if (found && from) response.statusCode = 206;
      if (found && /GET|HEAD/.test(request.method!))
        response.setHeader("content-length", from ? Number(to) + 1 - Number(from) : found.length);
      response.end(
        request.method === "GET" && found
          ? found.subarray(Number(from ?? 0), Number(to ?? found.length) + 1)
          : undefined,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const stores: [string, () => FileStore][] = [
  ["folder", () => localFileStore(folder)],
  [
    "S3",
    () =>
      s3FileStore({
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        bucket: "bucket",
        region: "auto",
        accessKeyId: "key",
        secretAccessKey: "secret",
      }),
  ],
];

describe.each(stores)("file store: %s", (_name, make) => {
  it("returns what was stored, and null for a missing key", async () => {
    const store = make();
    const key = randomFileKey("media", "webp");
    const bytes = new Uint8Array([1, 2, 3, 0, 255]);
    expect(await store.get(key)).toBeNull();
    await store.put(key, bytes);
    expect(Buffer.from((await store.get(key))!)).toEqual(Buffer.from(bytes));
    await store.put(key, bytes);
    expect(await store.has(key)).toBe(true);
    await store.delete(key);
    expect(await store.has(key)).toBe(false);
    expect(await store.get(key)).toBeNull();
    await store.delete(key);
    await expect(store.check()).resolves.toBeUndefined();
    await expect(store.checkSpace()).resolves.toBeUndefined();
  });

  it("reads a part as it is taken, and knows the size", async () => {
    const store = make();
    const key = randomFileKey("media", "mp4");
    expect([await store.size(key), await store.stream(key, { start: 0, end: 1 })]).toEqual([null, null]);
    const bytes = Buffer.alloc(300_000, "0123456789");
    await store.put(key, bytes);
    expect(await store.size(key)).toBe(bytes.length);
    const read = async (start: number, end: number) =>
      Buffer.from(await new Response(await store.stream(key, { start, end })).arrayBuffer());
    expect((await read(5, 12)).toString()).toBe("56789012");
    expect((await read(299_999, 299_999)).toString()).toBe("9");
    expect(Buffer.compare(await read(0, bytes.length - 1), bytes)).toBe(0);
    // Somebody leaves.
    const left = (await store.stream(key, { start: 0, end: bytes.length - 1 }))!;
    const reader = left.getReader();
    expect((await reader.read()).value!.length).toBeGreaterThan(0);
    await reader.cancel();
  });

  it.each([
    "../secret",
    "media/../../etc/passwd",
    "media/a",
    "other/aaaaaaaa.webp",
    "media/ABCDEFGH.webp",
    "/media/aaaaaaaa",
  ])("refuses the key %s", async (key) => {
    expect(isFileKey(key)).toBe(false);
    await expect(make().put(key, new Uint8Array())).rejects.toThrow();
    await expect(make().get(key)).rejects.toThrow();
  });
});

describe("a large file in S3", () => {
  const open = (endpoint: string, { accessKeyId = "key", secretAccessKey = "secret" } = {}) =>
    s3FileStore({ endpoint, bucket: "gum", region: "auto", accessKeyId, secretAccessKey });
  const bytes = new Uint8Array(randomBytes(5_000_001));
  const key = randomFileKey("packages", "gum");

  it("is sent in pieces, signed, with its length", async () => {
    const s3 = await startBucketServer(["gum"]);
    try {
      const store = open(s3.endpoint, s3.credentials);
      await store.put(key, bytes);
      expect(s3.requests.map(({ method, bytes: length }) => [method, length])).toEqual([
        ["PUT", bytes.length],
      ]);
      expect(Buffer.compare((await store.get(key))!, bytes)).toBe(0);
    } finally {
      s3.stop();
    }
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ["fails for a moment", (response) => response.writeHead(503).end()],
    ["closes the connection", (response) => void response.destroy()],
  ])("is sent once more, from its beginning, to a store that %s", async (_, fail) => {
    const received: { body: Buffer; headers: IncomingHttpHeaders; at: number }[] = [];
    let answeredAt = 0;
    const failing = createServer(async (request, response) => {
      const begunAt = performance.now();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const count = received.push({ body: Buffer.concat(chunks), headers: request.headers, at: begunAt });
      answeredAt ||= performance.now();
      if (count === 1) fail(response);
      else response.writeHead(200).end();
    });
    await new Promise<void>((resolve) => failing.listen(0, "127.0.0.1", resolve));
    try {
      const endpoint = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
      await open(endpoint).put(key, bytes);
      expect(received).toHaveLength(2);
      expect(received[1]!.at - answeredAt).toBeGreaterThan(45);
      for (const { body, headers } of received) {
        expect(Buffer.compare(body, bytes)).toBe(0);
        expect(headers["content-length"]).toBe(String(bytes.length));
        const sha256 = createHash("sha256").update(body).digest("hex");
        const signer = new AwsV4Signer({
          method: "PUT",
          url: `${endpoint}/gum/${key}`,
          headers: { "x-amz-content-sha256": sha256 },
          datetime: String(headers["x-amz-date"]),
          accessKeyId: "key",
          secretAccessKey: "secret",
          service: "s3",
          region: "auto",
        });
        expect(headers.authorization).toBe((await signer.sign()).headers.get("authorization"));
      }
    } finally {
      failing.close();
      failing.closeAllConnections();
    }
  });
});

it("signs every request to S3, and names missing settings", () => {
  expect(signed.length).toBeGreaterThan(0);
  expect(signed.every(Boolean)).toBe(true);
  const config = { endpoint: "", bucket: "b", region: "auto", accessKeyId: "", secretAccessKey: "" };
  expect(() => s3FileStore(config)).toThrow("S3_ENDPOINT");
});

it("says that an object store which is away is unavailable, and after three failures does not ask each time", async () => {
  let asked = 0;
  const failing = createServer((_, response) => {
    asked++;
    response.writeHead(403).end();
  });
  await new Promise<void>((resolve) => failing.listen(0, "127.0.0.1", resolve));
  try {
    const endpoint = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
    const config = { bucket: "b", region: "auto", accessKeyId: "key", secretAccessKey: "secret" };
    const store = s3FileStore({ endpoint, ...config });
    for (let n = 0; n < 5; n++)
      await expect(store.get(randomFileKey("media", "webp"))).rejects.toMatchObject({
        code: "unavailable",
        status: 503,
        retryAfter: 5,
      });
    expect(asked).toBe(3);
  } finally {
    failing.close();
    failing.closeAllConnections();
  }
});

it("gives up on a store that hangs, also once Node has collected garbage", async () => {
  v8.setFlagsFromString("--expose-gc");
  const collectGarbage = vm.runInNewContext("gc") as () => void;
  const hung = createServer();
  await new Promise<void>((resolve) => hung.listen(0, "127.0.0.1", resolve));
  const store = s3FileStore({
    endpoint: `http://127.0.0.1:${(hung.address() as AddressInfo).port}`,
    bucket: "bucket",
    region: "auto",
    accessKeyId: "key",
    secretAccessKey: "secret",
  });
  const arrived = once(hung, "request");
  const checked = store.check();
  await arrived;
  // What is reachable only from this turn of the event loop is collected in a later one.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  await expect(checked).rejects.toMatchObject({ code: "unavailable" });
  hung.closeAllConnections();
  hung.close();
});

it("writes and reads while the clock of this machine is an hour off, and once it is right again", async () => {
  const remote = await startKillableStore(path.join(folder, "bucket"));
  try {
    const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = remote.env;
    const store = s3FileStore({
      endpoint: S3_ENDPOINT!,
      presignedEndpoint: S3_ENDPOINT,
      bucket: S3_BUCKET!,
      region: "auto",
      accessKeyId: S3_ACCESS_KEY_ID!,
      secretAccessKey: S3_SECRET_ACCESS_KEY!,
    });
    for (const offset of [3_600_000, -3_600_000, 0]) {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offset });
      const key = randomFileKey("media", "webp");
      const bytes = new Uint8Array([1, 2, 3]);
      // At once: each of them is refused first.
      await Promise.all([store.put(key, bytes), store.has(key), store.size(key)]);
      expect(Buffer.from((await store.get(key))!)).toEqual(Buffer.from(bytes));
      expect((await fetch((await store.publicAddress(key))!.url)).status).toBe(200);
      vi.useRealTimers();
    }
  } finally {
    vi.useRealTimers();
    await remote.stop();
  }
});

it("leaves no half-written file behind", async () => {
  const store = localFileStore(path.join(folder, "whole"));
  await store.put(randomFileKey("apps", "webp"), new Uint8Array(1_000));
  const files = await readdir(path.join(folder, "whole"), { recursive: true });
  expect(files.filter((file) => file.endsWith(".part"))).toEqual([]);
});
