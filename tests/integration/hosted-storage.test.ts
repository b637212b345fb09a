import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { HOSTED_FILE_MAX_BYTES, HOSTED_FILES_BYTES } from "@/lib/config/limits";
import { type HostedPerson, hostedClient, hostedOf, hostedPerson } from "../support/hosted";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** Private files by an unmodified supabase-js. */

let server: SharedServer;
let kim: HostedPerson;
let lee: HostedPerson;
beforeAll(async () => {
  server = sharedServer();
  [kim, lee] = await Promise.all([hostedPerson(server), hostedPerson(server)]);
});

const files = ({ client }: Pick<HostedPerson, "client">) => client.storage.from("files");
const textOf = async ({ data }: { data: Blob | null }) => data && (await data.text());

describe("one's own files", () => {
  it("keep what their client sends with them", async () => {
    const path = `${kim.id}/kept/a.txt`;
    const metadata = { title: "梅", tags: ["a", 1], nested: { isRipe: true } };
    const blob = new Blob(["plums"], { type: "text/plain" });
    const infoOf = async (at: string) => (await files(kim).info(at)).data;
    for (const body of ["plums", blob]) {
      const options = { metadata, cacheControl: "120", upsert: true, contentType: "text/plain" };
      expect((await files(kim).upload(path, body, options)).error).toBeNull();
      expect(await infoOf(path)).toMatchObject({ metadata, cacheControl: "max-age=120", size: 5 });
    }
    const listed = await files(kim).list(`${kim.id}/kept`);
    expect(listed.data).toMatchObject([
      { name: "a.txt", metadata: { cacheControl: "max-age=120", size: 5 } },
    ]);
    const moved = `${kim.id}/kept/b.txt`;
    expect((await files(kim).move(path, moved)).error).toBeNull();
    expect((await files(kim).copy(moved, path)).error).toBeNull();
    for (const at of [path, moved]) expect(await infoOf(at)).toMatchObject({ metadata });
    const bare = `${kim.id}/kept/c.txt`;
    const changed = { copyMetadata: false, metadata: { cacheControl: "no-cache", mimetype: "text/css" } };
    expect((await files(kim).copy(moved, bare, changed)).error).toBeNull();
    expect(await infoOf(bare)).toMatchObject({
      metadata: null,
      cacheControl: "no-cache",
      contentType: "text/css",
    });
    expect((await files(kim).update(path, "pears")).error).toBeNull();
    expect(await infoOf(path)).toMatchObject({ metadata: null, cacheControl: "max-age=3600" });
    const link = await files(kim).createSignedUploadUrl(`${kim.id}/kept/d.txt`);
    const { path: signed, token } = link.data!;
    expect((await files(kim).uploadToSignedUrl(signed, token, "figs", { metadata })).error).toBeNull();
    expect(await infoOf(signed)).toMatchObject({ metadata });

    expect((await files(lee).info(moved)).error).not.toBeNull();
    const refused = async (body: string | Blob, given: object) =>
      (await files(kim).upload(`${kim.id}/kept/e.txt`, body, { metadata: given as never })).error;
    for (const body of ["x", blob]) {
      expect(await refused(body, { text: "x".repeat(4_096) })).toMatchObject({ statusCode: "413" });
      expect(await refused(body, ["a"])).toMatchObject({ statusCode: "400" });
      expect(await refused(body, { a: "\0" })).toMatchObject({ statusCode: "400" });
    }
    expect((await files(kim).exists(`${kim.id}/kept/e.txt`)).data).toBe(false);
    const picture = await kim.client.storage
      .from("avatars")
      .upload(`${kim.id}/avatar.png`, blob, { metadata });
    expect(picture.error?.message).toContain("Only the bucket files");
    await files(kim).remove([path, moved, bare, signed]);
  });

  it("are uploaded, listed, moved, copied, read and removed", async () => {
    const path = `${kim.id}/notes/to day 日.txt`;
    const uploaded = await files(kim).upload(path, "plums", { contentType: "text/plain" });
    expect(uploaded).toMatchObject({ error: null, data: { path, fullPath: `files/${path}` } });
    expect(await textOf(await files(kim).download(path))).toBe("plums");
    expect((await files(kim).upload(path, "pears")).error).toMatchObject({
      message: "The resource already exists",
      statusCode: "409",
    });
    expect(
      (await files(kim).upload(path, new Blob(["pears"], { type: "text/css" }), { upsert: true })).error,
    ).toBeNull();
    expect(
      (await files(kim).update(path, Buffer.from("more pears"), { contentType: "a/b" })).error,
    ).toBeNull();
    expect((await files(kim).info(path)).data).toMatchObject({
      size: 10,
      contentType: "a/b",
      bucketId: "files",
    });
    expect((await files(kim).exists(path)).data).toBe(true);
    expect((await files(kim).exists(`${kim.id}/none`)).data).toBe(false);

    expect((await files(kim).copy(path, `${kim.id}/copy.txt`)).data?.path).toBe(`files/${kim.id}/copy.txt`);
    expect((await files(kim).move(path, `${kim.id}/moved.txt`)).error).toBeNull();
    expect((await files(kim).move(`${kim.id}/moved.txt`, `${kim.id}/copy.txt`)).error).toMatchObject({
      statusCode: "409",
    });
    expect((await files(kim).download(path)).error).toMatchObject({ status: 404 });
    const names = async (folder?: string, options = {}) =>
      (await files(kim).list(folder, options)).data?.map(({ name, id }) => [name, id !== null]);
    expect(await names()).toEqual([[kim.id, false]]);
    expect(await names(kim.id)).toEqual([
      ["copy.txt", true],
      ["moved.txt", true],
    ]);
    const paged = await files(kim).listV2({ prefix: `${kim.id}/`, with_delimiter: true, limit: 1 });
    expect(paged.data).toMatchObject({ hasNext: true, objects: [{ name: `${kim.id}/copy.txt` }] });
    const { nextCursor: cursor } = paged.data!;
    const rest = await files(kim).listV2({ prefix: `${kim.id}/`, with_delimiter: true, cursor });
    expect(rest.data).toMatchObject({ hasNext: false, objects: [{ name: `${kim.id}/moved.txt` }] });
    expect((await files(lee).listV2({ prefix: kim.id })).data).toMatchObject({ folders: [], objects: [] });
    expect((await files(lee).listV2({ cursor: "x" })).error?.message).toContain("cursor");
    expect(await names(kim.id, { limit: 1, sortBy: { column: "name", order: "desc" } })).toEqual([
      ["moved.txt", true],
    ]);
    expect(await names(kim.id, { search: "COPY" })).toEqual([["copy.txt", true]]);
    const removed = await files(kim).remove([`${kim.id}/copy.txt`, `${kim.id}/none.txt`]);
    expect(removed.data?.map(({ name }) => name)).toEqual([`${kim.id}/copy.txt`]);
    expect(await names(kim.id)).toEqual([["moved.txt", true]]);
    expect((await kim.client.storage.listBuckets()).data).toMatchObject([
      { id: "files", public: false },
      { id: "avatars", public: true },
      { id: "media", public: true },
      { id: "apps", public: true },
    ]);
    expect((await kim.client.storage.createBucket("mine")).error).not.toBeNull();
  });

  it("open by a signed address, for its time and this file only", async () => {
    const path = `${kim.id}/page.html`;
    await files(kim).upload(path, "<script>alert(1)</script>", { contentType: "text/html" });
    const signed = await files(kim).createSignedUrl(path, 60);
    const { signedUrl } = signed.data!;
    const response = await fetch(signedUrl);
    expect(await response.text()).toContain("alert");
    // It is somebody's file on our address: it must run nothing.
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(response.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''page.html");
    expect((await fetch(signedUrl.replace("page.html", "other.html"))).status).toBe(401);
    expect((await fetch(`${signedUrl}x`)).status).toBe(401);
    expect((await fetch(signedUrl.replace(/token=.*/, "token="))).status).toBe(401);
    const short = await files(kim).createSignedUrl(path, 1);
    await expect.poll(async () => (await fetch(short.data!.signedUrl)).status).toBe(401);
    expect((await files(kim).createSignedUrl(path, 1e9)).error).not.toBeNull();
    const several = await files(kim).createSignedUrls([path, `${kim.id}/none`, `${lee.id}/x`], 60);
    expect(several.data?.map(({ signedUrl: url }) => Boolean(url))).toEqual([true, false, false]);
    await files(kim).remove([path]);
    expect((await fetch(signedUrl)).status).toBe(404);
  });

  it("go with the account", async () => {
    const gone = await hostedPerson(server);
    await files(gone).upload(`${gone.id}/a`, "a");
    const { data } = await gone.client.auth.getSession();
    const answer = await fetch(`${server.url}/api/v2/users/me`, {
      method: "DELETE",
      headers: { "content-type": "application/json", authorization: `Bearer ${data.session!.access_token}` },
      body: JSON.stringify({ username: gone.username }),
    });
    expect(answer.status).toBe(204);
    expect(await server.database.query("SELECT 1 FROM stored_files WHERE owner_id = $1", [gone.id])).toEqual(
      [],
    );
  });
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#7a3cff" } })
    .png()
    .toBuffer();
const sizeOf = async (body: Blob | Response) => {
  const { width, height, format } = await sharp(Buffer.from(await body.arrayBuffer())).metadata();
  return [width, height, format];
};

describe("an address that takes an upload", () => {
  it("stores one file for its owner, whoever has it, at its path only", async () => {
    const path = `${kim.id}/signed.txt`;
    const { data } = await files(kim).createSignedUploadUrl(path);
    const guest = await hostedClient(server);
    const put = (at: string, token: string, body = "plums") =>
      guest.storage.from("files").uploadToSignedUrl(at, token, body, { contentType: "text/plain" });
    for (const [at, token] of [
      [`${kim.id}/other.txt`, data!.token],
      [path, `${data!.token}x`],
      [path, ""],
      [`${lee.id}/signed.txt`, data!.token],
    ] as const)
      expect((await put(at, token)).error, at).toMatchObject({ status: 401 });
    expect((await put(path, data!.token)).error).toBeNull();
    expect(await textOf(await files(kim).download(path))).toBe("plums");
    expect((await put(path, data!.token, "again")).error).toMatchObject({ statusCode: "409" });
    const upsert = await files(kim).createSignedUploadUrl(path, { upsert: true });
    expect((await put(path, upsert.data!.token, "pears")).error).toBeNull();
    expect(await textOf(await files(kim).download(path))).toBe("pears");
    // A token that opens a file stores none.
    const opens = new URL((await files(kim).createSignedUrl(path, 60)).data!.signedUrl).searchParams;
    expect((await put(path, opens.get("token")!)).error).toMatchObject({ status: 401 });
    expect((await files(lee).createSignedUploadUrl(path)).error).toMatchObject({ status: 403 });
    expect((await guest.storage.from("files").createSignedUploadUrl(path)).error).not.toBeNull();
  });
});

describe("signed addresses", () => {
  it.each(["suspended_until", "limited_until"])("end while their maker's %s lasts", async (column) => {
    const maker = await hostedPerson(server);
    const guest = await hostedClient(server);
    const path = `${maker.id}/a.txt`;
    await files(maker).upload(path, "plums", { contentType: "text/plain" });
    const { signedUrl } = (await files(maker).createSignedUrl(path, 60)).data!;
    const upload = (await files(maker).createSignedUploadUrl(`${maker.id}/b.txt`)).data!;
    const avatar = (await maker.client.storage.from("avatars").createSignedUploadUrl(`${maker.id}/avatar`))
      .data!;
    const image = new Blob([new Uint8Array(await picture(64, 64))], { type: "image/png" });
    const tryAll = async () => [
      (await fetch(signedUrl)).status,
      (await guest.storage.from("files").uploadToSignedUrl(upload.path, upload.token, "pears")).error?.status,
      (await guest.storage.from("avatars").uploadToSignedUrl(avatar.path, avatar.token, image)).error?.status,
    ];
    await server.database.query(`UPDATE users SET ${column} = now() + interval '1 day' WHERE id = $1`, [
      maker.id,
    ]);
    expect(await tryAll()).toEqual([401, 401, 401]);
    const [{ avatar_key: key }] = (await server.database.query<{ avatar_key: string | null }>(
      "SELECT avatar_key FROM users WHERE id = $1",
      [maker.id],
    )) as [{ avatar_key: string | null }];
    expect(key).toBeNull();
    await server.database.query(`UPDATE users SET ${column} = now() WHERE id = $1`, [maker.id]);
    expect(await tryAll()).toEqual([200, undefined, undefined]);
  });
});

describe("pictures", () => {
  it("are shown in the size that was asked for", async () => {
    const path = `${kim.id}/picture.png`;
    await files(kim).upload(path, await picture(300, 200), { contentType: "image/png" });
    const shown = async (transform: object) => {
      const { data, error } = await files(kim).download(path, { transform });
      return data ? sizeOf(data) : error.name;
    };
    expect(await shown({ width: 90 })).toEqual([90, 60, "webp"]);
    expect(await shown({ width: 50, height: 50 })).toEqual([50, 50, "webp"]);
    expect(await shown({ width: 60, height: 60, resize: "contain" })).toEqual([60, 40, "webp"]);
    expect(await shown({ width: 60, height: 70, resize: "fill", quality: 20 })).toEqual([60, 70, "webp"]);
    for (const wrong of [{ width: 2_501 }, { width: -1 }, { quality: 101 }, { resize: "melt" }])
      expect(await shown(wrong)).toBe("StorageApiError");
    const { data } = await files(kim).createSignedUrl(path, 60, { transform: { width: 30 } });
    expect(await sizeOf(await fetch(data!.signedUrl))).toEqual([30, 20, "webp"]);
    // The size is part of what was signed.
    expect(await sizeOf(await fetch(`${data!.signedUrl}&width=200`))).toEqual([30, 20, "webp"]);
    expect((await files(lee).download(path, { transform: { width: 30 } })).error).not.toBeNull();
    await files(kim).upload(`${kim.id}/no.png`, "no picture", { contentType: "image/png" });
    expect((await files(kim).download(`${kim.id}/no.png`, { transform: { width: 30 } })).error).toMatchObject(
      {
        status: 422,
      },
    );
  });

  it("of a profile are set, read, listed and removed below one's own id", async () => {
    const avatars = ({ client }: HostedPerson) => client.storage.from("avatars");
    const path = `${kim.id}/avatar.png`;
    expect((await avatars(kim).upload(path, await picture(800, 600))).error).toBeNull();
    expect((await avatars(kim).upload(path, await picture(8, 8))).error).toMatchObject({ statusCode: "409" });
    expect((await avatars(kim).update(path, await picture(640, 640))).error).toBeNull();
    expect(await sizeOf((await avatars(lee).download(path)).data!)).toEqual([512, 512, "webp"]);
    expect(await sizeOf((await avatars(lee).download(path, { transform: { width: 64 } })).data!)).toEqual([
      64,
      64,
      "webp",
    ]);
    const row = await lee.client.from("profiles").select("avatar_url").eq("id", kim.id).single();
    expect(row.data?.avatar_url).toMatch(/^\/api\/files\/media\//);
    expect((await avatars(lee).list(kim.id)).data?.map(({ name }) => name)).toEqual(["avatar.webp"]);
    expect((await avatars(lee).exists(`${kim.id}/banner.png`)).data).toBe(false);
    expect((await avatars(lee).upload(path, await picture(8, 8), { upsert: true })).error).toMatchObject({
      status: 403,
    });
    expect((await avatars(lee).remove([path])).error).toMatchObject({ status: 403 });
    expect((await avatars(kim).upload(`${kim.id}/cat.png`, await picture(8, 8))).error).toMatchObject({
      status: 400,
    });
    // The instance shows guests no profiles.
    const { publicUrl } = avatars(kim).getPublicUrl(path).data;
    expect((await fetch(publicUrl)).status).toBe(401);
    expect((await avatars(kim).remove([path])).error).toBeNull();
    expect((await avatars(lee).download(path)).error).toMatchObject({ status: 404 });
  });

  it("of a post are its author's until the post is there", async () => {
    const media = ({ client }: HostedPerson) => client.storage.from("media");
    const id = randomUUID();
    const path = `${kim.id}/${id}.png`;
    const uploaded = await media(kim).upload(path, await picture(30, 20));
    expect(uploaded.data).toMatchObject({ id, path });
    expect((await media(kim).upload(path, await picture(30, 20))).error).toMatchObject({ statusCode: "409" });
    expect((await media(kim).upload(`${kim.id}/cat.png`, await picture(3, 2))).error).not.toBeNull();
    expect((await media(lee).upload(`${kim.id}/${randomUUID()}`, await picture(3, 2))).error).toMatchObject({
      status: 403,
    });
    expect((await media(kim).download(path)).error).toBeNull();
    expect((await media(lee).download(path)).error).toMatchObject({ status: 404 });
    expect((await media(lee).createSignedUrl(path, 60)).error).toMatchObject({ status: 403 });
    const post = await kim.client
      .from("posts")
      .insert({ body: "With a picture", media: [id] })
      .select();
    expect(post.data?.[0]?.media).toMatchObject([{ id, width: 30, height: 20 }]);
    expect(await sizeOf((await media(lee).download(path)).data!)).toEqual([30, 20, "webp"]);
    // It goes with its post, not before.
    await media(kim).remove([path]);
    expect((await media(lee).download(path)).error).toBeNull();
    await kim.client.from("posts").delete().eq("id", post.data![0]!.id);
    expect((await media(kim).download(path)).error).toMatchObject({ status: 404 });
    expect((await kim.client.storage.from("apps").upload(`${kim.id}/icon.png`, "x")).error).toMatchObject({
      status: 403,
    });
  });
});

describe("what is not one's own", () => {
  it("cannot be read, written, moved, listed or signed", async () => {
    const path = `${kim.id}/private.txt`;
    await files(kim).upload(path, "private");
    const own = `${lee.id}/own.txt`;
    await files(lee).upload(own, "own");
    const refused = [
      files(lee).download(path),
      files(lee).upload(`${kim.id}/mine.txt`, "x"),
      files(lee).update(path, "x"),
      files(lee).move(path, `${lee.id}/x.txt`),
      files(lee).move(own, `${kim.id}/x.txt`),
      files(lee).copy(path, `${lee.id}/x.txt`),
      files(lee).copy(own, `${kim.id}/x.txt`),
      files(lee).remove([path]),
      files(lee).createSignedUrl(path, 60),
      files(lee).info(path),
    ];
    for (const [index, each] of (await Promise.all(refused)).entries())
      expect(each.error, String(index)).toMatchObject({ status: 403 });
    expect((await files(lee).list(kim.id)).data).toEqual([]);
    const guest = await hostedClient(server);
    expect((await guest.storage.from("files").download(path)).error).toMatchObject({ status: 401 });
    expect((await guest.storage.from("files").upload(path, "x", { upsert: true })).error).toMatchObject({
      status: 401,
    });
    expect((await lee.client.storage.from("secrets").upload(own, "x")).error).toMatchObject({ status: 404 });
    expect(await textOf(await files(kim).download(path))).toBe("private");
  });

  it("cannot be named by a path that leads elsewhere", async () => {
    const { url, publicKey } = await hostedOf(server);
    const { data } = await lee.client.auth.getSession();
    const headers = { apikey: publicKey, authorization: `Bearer ${data.session!.access_token}` };
    for (const path of [
      `${lee.id}/%2e%2e/${kim.id}/private.txt`,
      `${lee.id}%2f..%2f${kim.id}/private.txt`,
      `${lee.id}/..%2f..%2f..%2fetc%2fpasswd`,
      `${lee.id}/a%00b`,
      `${lee.id}/%`,
      `${lee.id}/%5c..%5cx`,
      `${lee.id}`,
      `..%2f${kim.id}/private.txt`,
    ])
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const response = await fetch(`${url}/storage/v1/object/files/${path}`, {
          method,
          headers,
          ...(method.startsWith("P") && { body: "x" }),
        });
        expect([400, 403, 404, 415], `${method} ${path}`).toContain(response.status);
      }
  });
});

describe("the share of a person", () => {
  it("ends at its bytes, and a file at its own", async () => {
    const full = await hostedPerson(server);
    await server.database.query(
      `INSERT INTO stored_files (id, owner_id, name, file_key, bytes, type)
       VALUES (gen_random_uuid(), $1, 'big', $2, $3, 'a/b')`,
      [full.id, `files/${randomBytes(16).toString("hex")}.bin`, HOSTED_FILES_BYTES - 10],
    );
    const upload = (name: string, size: number) => files(full).upload(`${full.id}/${name}`, "x".repeat(size));
    const both = await Promise.all([upload("a", 6), upload("b", 6)]);
    expect(both.filter(({ error }) => error === null)).toHaveLength(1);
    expect((await upload("c", 5)).error).toMatchObject({ status: 413 });
    expect((await upload("d", 4)).error).toBeNull();
    const tooLarge = await files(full).upload(`${full.id}/e`, Buffer.alloc(HOSTED_FILE_MAX_BYTES + 1));
    expect(tooLarge.error).toMatchObject({ status: 413 });
  });
});
