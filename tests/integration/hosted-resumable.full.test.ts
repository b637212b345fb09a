import { beforeAll, describe, expect, it } from "vitest";
import { type DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { HOSTED_FILE_MAX_BYTES } from "@/lib/config/limits";
import { type HostedPerson, hostedOf, hostedPerson } from "../support/hosted";
import { withClient } from "../support/postgres";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** Resumable uploads by an unmodified tus-js-client. */

let server: SharedServer;
let kim: HostedPerson;
let lee: HostedPerson;
let endpoint: string;
beforeAll(async () => {
  server = sharedServer();
  [kim, lee] = await Promise.all([hostedPerson(server), hostedPerson(server)]);
  endpoint = `${(await hostedOf(server)).url}/storage/v1/upload/resumable`;
});

async function bearerOf({ client }: HostedPerson): Promise<string> {
  return `Bearer ${(await client.auth.getSession()).data.session!.access_token}`;
}

const MIB = 1024 * 1024;
const bytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, at) => (at * 7) % 251));

async function upload(
  person: HostedPerson,
  { path, file, ...options }: { path: string; file: Buffer } & Partial<UploadOptions>,
): Promise<string> {
  const authorization = await bearerOf(person);
  return new Promise((resolve, reject) => {
    const started = new Upload(file, {
      endpoint,
      headers: { authorization },
      metadata: { bucketName: "files", objectName: path, contentType: "application/x-plums" },
      uploadDataDuringCreation: true,
      retryDelays: [0, 50],
      ...options,
      onSuccess: () => resolve(started.url!),
      onError: reject,
    });
    started.start();
  });
}

const read = async ({ client }: HostedPerson, path: string) => {
  const { data } = await client.storage.from("files").download(path);
  return data && Buffer.from(await data.arrayBuffer());
};

/** A request as the protocol has it. */
async function ask(person: HostedPerson, url: string, method: string, headers = {}, body?: Buffer) {
  return fetch(url, {
    method,
    headers: { authorization: await bearerOf(person), "tus-resumable": "1.0.0", ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
}

const metadata = (path: string, bucket = "files") =>
  [`bucketName ${btoa(bucket)}`, `objectName ${btoa(path)}`].join(",");
const begin = (person: HostedPerson, path: string, size: number, headers = {}) =>
  ask(person, endpoint, "POST", {
    "upload-length": String(size),
    "upload-metadata": metadata(path),
    ...headers,
  });
const PATCH = { "content-type": "application/offset+octet-stream" };

describe("a resumable upload", () => {
  it("stores a file, whole or in chunks", async () => {
    const file = bytes(3 * MIB + 17);
    await upload(kim, { path: `${kim.id}/whole`, file });
    expect(file.equals((await read(kim, `${kim.id}/whole`))!)).toBe(true);
    const url = await upload(kim, { path: `${kim.id}/chunks`, file, chunkSize: MIB });
    expect(file.equals((await read(kim, `${kim.id}/chunks`))!)).toBe(true);
    const info = await kim.client.storage.from("files").info(`${kim.id}/chunks`);
    expect(info.data).toMatchObject({ size: file.byteLength, contentType: "application/x-plums" });
    // Whoever lost the last response learns that all has arrived.
    expect((await ask(kim, url, "HEAD")).headers.get("upload-offset")).toBe(String(file.byteLength));
    await upload(kim, { path: `${kim.id}/empty`, file: Buffer.alloc(0) });
    expect((await read(kim, `${kim.id}/empty`))!.byteLength).toBe(0);
    await expect(upload(kim, { path: `${kim.id}/whole`, file })).rejects.toThrow("409");
    const authorization = await bearerOf(kim);
    await upload(kim, {
      path: `${kim.id}/whole`,
      file: bytes(5),
      headers: { authorization, "x-upsert": "true" },
    });
    expect((await read(kim, `${kim.id}/whole`))!.byteLength).toBe(5);
  });

  it("keeps what its client sends with it", async () => {
    const path = `${kim.id}/kept`;
    const kept = { title: "梅", parts: [1, 2] };
    const named = { bucketName: "files", objectName: path, contentType: "text/plain", cacheControl: "60" };
    await upload(kim, { path, file: bytes(5), metadata: { ...named, metadata: JSON.stringify(kept) } });
    const info = await kim.client.storage.from("files").info(path);
    expect(info.data).toMatchObject({ metadata: kept, cacheControl: "max-age=60" });
    for (const [text, status] of [
      [JSON.stringify({ a: "x".repeat(4_096) }), 413],
      ["[]", 400],
      ["{", 400],
    ] as const) {
      const headers = { "upload-metadata": `${metadata(path)},metadata ${btoa(text)}`, "x-upsert": "true" };
      expect((await begin(kim, path, 5, headers)).status).toBe(status);
    }
    const bulky = JSON.stringify({ a: "x".repeat(4_000) });
    const large = { ...named, objectName: `${path}/${"y".repeat(500)}`, metadata: bulky };
    await upload(kim, { path, file: bytes(2 * MIB), chunkSize: MIB, metadata: large });
  });

  it("goes on where it was, by another client", async () => {
    const file = bytes(2 * MIB);
    const path = `${kim.id}/resumed`;
    const begun = await begin(kim, path, file.byteLength);
    expect([begun.status, begun.headers.get("upload-offset")]).toEqual([201, "0"]);
    expect(new Date(begun.headers.get("upload-expires")!).getTime()).toBeGreaterThan(Date.now() + 3_600_000);
    const url = begun.headers.get("location")!;
    const first = await ask(kim, url, "PATCH", { ...PATCH, "upload-offset": "0" }, file.subarray(0, MIB + 3));
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, String(MIB + 3)]);
    expect(await read(kim, path)).toBeNull();
    await upload(kim, { path, file, uploadUrl: url });
    expect(file.equals((await read(kim, path))!)).toBe(true);
  });

  it("is locked while its last part is stored, and is stored once", async () => {
    const path = `${kim.id}/locked`;
    const file = bytes(MIB);
    const url = (await begin(kim, path, file.byteLength)).headers.get("location")!;
    const statuses: number[] = [];
    await withClient(server.database.url, async (client) => {
      // Storing a file waits for this.
      await client.query("BEGIN");
      await client.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [kim.id]);
      const last = ask(kim, url, "PATCH", { ...PATCH, "upload-offset": "0" }, file);
      await expect
        .poll(() =>
          client.query("SELECT 1 FROM partial_uploads WHERE owner_id = $1 AND received = $2 AND bytes = $2", [
            kim.id,
            file.byteLength,
          ]),
        )
        .toMatchObject({ rowCount: 1 });
      expect((await ask(kim, url, "HEAD")).status).toBe(423);
      // A client that resumes tries again until it is stored.
      const onShouldRetry = (error: unknown) => {
        statuses.push((error as DetailedError).originalResponse!.getStatus());
        if (statuses.length === 1) void client.query("ROLLBACK");
        return true;
      };
      const retryDelays = Array<number>(1_000).fill(50);
      await upload(kim, { path, file, uploadUrl: url, retryDelays, onShouldRetry });
      expect((await last).status).toBe(204);
    });
    expect(new Set(statuses)).toEqual(new Set([423]));
    expect((await ask(kim, url, "HEAD")).headers.get("upload-offset")).toBe(String(file.byteLength));
    expect(file.equals((await read(kim, path))!)).toBe(true);
  });

  it("ends when it is cancelled", async () => {
    const url = (await begin(kim, `${kim.id}/cancelled`, 10)).headers.get("location")!;
    expect((await ask(kim, url, "DELETE")).status).toBe(204);
    expect((await ask(kim, url, "HEAD")).status).toBe(404);
    expect((await ask(kim, url, "DELETE")).status).toBe(404);
    expect((await ask(kim, url, "PATCH", { ...PATCH, "upload-offset": "0" }, bytes(10))).status).toBe(404);
  });

  it("says what it can", async () => {
    const { headers, status } = await fetch(endpoint, { method: "OPTIONS" });
    expect([status, headers.get("tus-version"), headers.get("tus-max-size")]).toEqual([
      204,
      "1.0.0",
      String(HOSTED_FILE_MAX_BYTES),
    ]);
    expect(headers.get("access-control-allow-headers")).toContain("upload-offset");
  });
});

describe("what is refused", () => {
  it("offsets that are not the next, and more than was announced", async () => {
    const url = (await begin(kim, `${kim.id}/offsets`, 10)).headers.get("location")!;
    const patch = async (offset: string, size: number, headers = {}) =>
      (await ask(kim, url, "PATCH", { ...PATCH, "upload-offset": offset, ...headers }, bytes(size))).status;
    expect(await patch("5", 5)).toBe(409);
    for (const wrong of ["-1", "x", "1e9", "0.5", ""]) expect([400, 409]).toContain(await patch(wrong, 5));
    expect(await patch("0", 11)).toBe(400);
    expect(await patch("0", 5, { "content-type": "text/plain" })).toBe(415);
    expect(await patch("0", 5, { "tus-resumable": "0.2" })).toBe(412);
    expect(await patch("0", 4)).toBe(204);
    expect(await patch("0", 4)).toBe(409);
    const both = await Promise.all([patch("4", 6), patch("4", 6)]);
    expect(both.sort()).toEqual([204, 409]);
    expect((await read(kim, `${kim.id}/offsets`))!.byteLength).toBe(10);
  });

  it("sizes beyond the limit, other buckets and what has no length", async () => {
    expect((await begin(kim, `${kim.id}/large`, HOSTED_FILE_MAX_BYTES + 1)).status).toBe(413);
    for (const size of [-1, 0.5, Number.NaN])
      expect((await begin(kim, `${kim.id}/size`, size)).status).toBe(400);
    for (const bucket of ["secrets", "apps"]) {
      const headers = { "upload-metadata": metadata(`${kim.id}/a`, bucket) };
      expect([403, 404]).toContain((await begin(kim, "", 5, headers)).status);
    }
    expect((await begin(kim, "", 5, { "upload-metadata": "" })).status).toBe(404);
  });

  it("another person's path and upload", async () => {
    expect((await begin(lee, `${kim.id}/theirs`, 5)).status).toBe(403);
    expect((await begin(lee, `${lee.id}/../${kim.id}/theirs`, 5)).status).toBe(404);
    const url = (await begin(kim, `${kim.id}/mine`, 5)).headers.get("location")!;
    const patch = { ...PATCH, "upload-offset": "0" };
    expect((await ask(lee, url, "HEAD")).status).toBe(404);
    expect((await ask(lee, url, "PATCH", patch, bytes(5))).status).toBe(404);
    expect((await ask(lee, url, "DELETE")).status).toBe(404);
    expect((await fetch(url, { headers: { "tus-resumable": "1.0.0" } })).status).toBe(401);
    expect((await ask(kim, `${url}x`, "HEAD")).status).toBe(404);
    expect((await ask(kim, url, "PATCH", patch, bytes(5))).status).toBe(204);
  });
});
