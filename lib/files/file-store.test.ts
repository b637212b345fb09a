import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
      if (request.method === "GET" && name !== "/bucket/" && !found) response.statusCode = 404;
      response.end(request.method === "GET" ? found : undefined);
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
    await store.delete(key);
    expect(await store.get(key)).toBeNull();
    await store.delete(key);
    await expect(store.check()).resolves.toBeUndefined();
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

it("signs every request to S3, and names missing settings", () => {
  expect(signed.length).toBeGreaterThan(0);
  expect(signed.every(Boolean)).toBe(true);
  const config = { endpoint: "", bucket: "b", region: "auto", accessKeyId: "", secretAccessKey: "" };
  expect(() => s3FileStore(config)).toThrow("S3_ENDPOINT");
});

it("leaves no half-written file behind", async () => {
  const store = localFileStore(path.join(folder, "whole"));
  await store.put(randomFileKey("apps", "webp"), new Uint8Array(1_000));
  const files = await readdir(path.join(folder, "whole"), { recursive: true });
  expect(files.filter((file) => file.endsWith(".part"))).toEqual([]);
});
