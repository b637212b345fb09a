import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startObjectStore } from "../support/object-store";

/** Public files that browsers read from the object store or a CDN. */

let store: Awaited<ReturnType<typeof startObjectStore>>;

beforeEach(async () => {
  vi.resetModules();
  store = await startObjectStore();
  Object.assign(process.env, store.env);
});
afterEach(() => {
  store.stop();
  for (const name of [...Object.keys(store.env), "S3_CDN_URL", "S3_PRESIGNED_ENDPOINT"])
    delete process.env[name];
});

const KEY = `media/${"a".repeat(32)}.webp`;

async function read(key: string, headers: Record<string, string> = { "sec-fetch-dest": "image" }) {
  const { GET } = await import("@/app/api/files/[...key]/route");
  const request = new Request(`http://localhost:3000/api/files/${key}`, { headers });
  return GET(request, { params: Promise.resolve({ key: key.split("/") }) });
}
const write = async (key: string) =>
  (await import("@/lib/files/file-store")).fileStore().put(key, new Uint8Array([1, 2, 3]));
const origin = () => store.env.S3_ENDPOINT;

describe("presigned URLs", () => {
  beforeEach(() => {
    process.env.S3_PRESIGNED_ENDPOINT = origin();
  });

  it("lead a browser to the store, which verifies them and sends the type", async () => {
    await write(KEY);
    const answer = await read(KEY);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=21600");
    expect(store.reads).toEqual([]);
    const file = await fetch(answer.headers.get("location")!);
    expect([file.status, file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
      200,
      "image/webp",
      "public, max-age=31536000, immutable",
    ]);
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([1, 2, 3]);
  });

  it("open nothing else: not another file, and no type that was not signed", async () => {
    await write(KEY);
    const url = (await read(KEY)).headers.get("location")!;
    for (const forged of [
      url.replace("aaaa", "aaab"),
      url.replace("image%2Fwebp", "text%2Fhtml"),
      url.replace("X-Amz-Expires=43200", "X-Amz-Expires=9999999"),
    ])
      expect((await fetch(forged)).status).toBe(403);
  });

  it("are not for scripts and captions, which need the file from the same origin", async () => {
    await write(KEY);
    for (const dest of ["empty", "track", null]) {
      const headers = dest === null ? {} : { "sec-fetch-dest": dest };
      const answer = await read(KEY, headers as Record<string, string>);
      expect([answer.status, answer.headers.get("vary")]).toEqual([200, "sec-fetch-dest"]);
    }
  });

  it("are of public files only", async () => {
    for (const key of [
      `held/${"a".repeat(32)}.webp`,
      `packages/${"a".repeat(64)}`,
      `exports/${"a".repeat(32)}.webp`,
    ])
      expect((await read(key)).status).toBe(404);
  });
});

it("a CDN gets browsers under the file's key, with its type and how long it may be kept", async () => {
  process.env.S3_CDN_URL = `${origin()}/public/`;
  await write(KEY);
  const answer = await read(KEY);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `${origin()}/public/${KEY}`]);
  const file = await fetch(answer.headers.get("location")!);
  expect([file.status, file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
    200,
    "image/webp",
    "public, max-age=31536000, immutable",
  ]);
});

it("without either, the file comes from here", async () => {
  await write(KEY);
  const answer = await read(KEY);
  expect([answer.status, answer.headers.get("vary")]).toEqual([200, null]);
});

it("pages may show them", async () => {
  process.env.S3_CDN_URL = "https://cdn.example/gum";
  const { pageHeaders } = await import("@/lib/http/page-headers");
  const policy = pageHeaders({ nonce: "n", pathname: "/timeline", host: "localhost:3000" })[
    "content-security-policy"
  ];
  expect(policy).toContain("img-src 'self' blob: data: https://cdn.example/gum/media/;");
  expect(policy).toContain("media-src 'self' blob: https://cdn.example/gum/media/;");
  expect(policy).toContain("connect-src 'self';");
});
