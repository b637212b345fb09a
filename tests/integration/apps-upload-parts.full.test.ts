import { randomBytes } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as appsRoute from "@/app/api/apps/route";
import * as packageRoute from "@/app/api/apps/[id]/package/route";
import * as partsRoute from "@/app/api/apps/uploads/[id]/route";
import type { App, PartialUpload } from "@/lib/apps/contract";
import { PACKAGE_LIMITS, UPLOAD_PART_BYTES, UPLOAD_PART_MAX_BYTES } from "@/lib/package/limits";
import { db } from "@/lib/db/client";
import { fileStore } from "@/lib/files/file-store";
import { fetchRoute, makePackage, uploadForm, type Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

let mika: TestPerson;
let ren: TestPerson;
let pack: Uint8Array<ArrayBuffer>;

const begin = (id: string, bytes: number, as: TestPerson | undefined = mika) =>
  call<PartialUpload & Problem>(partsRoute.PUT, { as, params: { id }, json: { bytes }, method: "PUT" });
function send(id: string, offset: number, bytes: Uint8Array<ArrayBuffer>, as = mika) {
  const form = new FormData();
  form.set("part", new File([bytes], "part"));
  return call<PartialUpload & Problem>(partsRoute.PATCH, {
    as,
    params: { id },
    query: { offset },
    form,
    method: "PATCH",
  });
}
const sendFrom = (id: string, offset: number, as = mika) =>
  send(id, offset, pack.slice(offset, offset + UPLOAD_PART_BYTES), as);
const finish = (id: string, as = mika) =>
  call<App & Problem>(appsRoute.POST, { as, form: uploadForm({ metadata: { uploadKey: id } }) });
const keysOf = async (id: string) =>
  (await db().partialUpload.findUnique({ where: { id }, select: { partKeys: true } }))?.partKeys ?? [];

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
  pack = await makePackage({ name: "Large" }, { "noise.bin": new Uint8Array(randomBytes(1_200_000)) });
});

describe("a package in parts", () => {
  it("goes on where it ended, becomes the app, and leaves no part behind", async () => {
    const id = uuidv7();
    expect((await begin(id, pack.length)).body).toEqual({ id, bytes: pack.length, received: 0 });
    expect((await sendFrom(id, 0)).body.received).toBe(UPLOAD_PART_BYTES);
    // Its answer was lost, and it is sent again.
    expect(await sendFrom(id, 0)).toMatchObject({
      status: 409,
      body: { details: { received: UPLOAD_PART_BYTES } },
    });
    expect(await finish(id)).toMatchObject({ status: 400, body: { code: "validation_error" } });
    // After a reload: the same upload says how far it is.
    expect((await begin(id, pack.length)).body.received).toBe(UPLOAD_PART_BYTES);
    for (let at = UPLOAD_PART_BYTES; at < pack.length; at += UPLOAD_PART_BYTES) {
      expect((await sendFrom(id, at)).status).toBe(200);
    }
    const keys = await keysOf(id);
    expect(keys).toHaveLength(3);
    const made = await finish(id);
    expect(made.status).toBe(201);
    const kept = await fetchRoute(packageRoute.GET, { as: mika, params: { id: made.body.id } });
    expect(new Uint8Array(await kept.arrayBuffer())).toEqual(pack);
    for (const key of keys) await expect.poll(() => fileStore().get(key)).toBeNull();
    expect((await finish(id)).status).toBe(400);
  });

  it("takes two senders of one part in turn: one is in, the other is told", async () => {
    const id = uuidv7();
    await begin(id, pack.length);
    const answers = await Promise.all([sendFrom(id, 0), sendFrom(id, 0)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await keysOf(id)).toHaveLength(1);
  });

  it("refuses parts that are too large, empty, or beyond the end, and more than a package may have", async () => {
    const id = uuidv7();
    await begin(id, 100);
    expect((await send(id, 0, new Uint8Array(UPLOAD_PART_MAX_BYTES + 1))).status).toBe(413);
    expect((await send(id, 0, new Uint8Array(0))).status).toBe(400);
    expect((await send(id, 0, new Uint8Array(101))).status).toBe(400);
    expect(await keysOf(id)).toEqual([]);
    expect(await begin(uuidv7(), PACKAGE_LIMITS.packedBytes + 1)).toMatchObject({
      status: 413,
      body: { code: "payload_too_large", message: "The package is larger than the limit of 100 MB." },
    });
    expect((await begin(uuidv7(), 0)).status).toBe(400);
    expect((await begin("nothing", 10)).status).toBe(404);
  });

  it("is nobody else's", async () => {
    const id = uuidv7();
    await begin(id, pack.length);
    expect((await begin(id, pack.length, ren)).status).toBe(404);
    expect((await sendFrom(id, 0, ren)).status).toBe(404);
    expect((await finish(id, ren)).status).toBe(400);
    await call(partsRoute.DELETE, { as: ren, params: { id }, method: "DELETE" });
    expect((await sendFrom(id, 0)).status).toBe(200);
    const guest = await call<Problem>(partsRoute.PUT, { params: { id }, json: { bytes: 1 }, method: "PUT" });
    expect(guest.body.message).toBe("Not authenticated. Please log in to upload apps.");
  });

  it("leaves nothing where it is cancelled, begun anew with another size, refused, or one of many", async () => {
    const cancelled = uuidv7();
    await begin(cancelled, pack.length);
    await sendFrom(cancelled, 0);
    const resized = uuidv7();
    await begin(resized, pack.length);
    await sendFrom(resized, 0);
    const gone = [...(await keysOf(cancelled)), ...(await keysOf(resized))];
    await call(partsRoute.DELETE, { as: mika, params: { id: cancelled }, method: "DELETE" });
    expect((await begin(resized, 4)).body.received).toBe(0);
    const [bad] = [uuidv7()];
    await begin(bad, 4);
    await send(bad, 0, new Uint8Array([1, 2, 3, 4]));
    gone.push(...(await keysOf(bad)));
    expect(await finish(bad)).toMatchObject({ status: 422, body: { code: "invalid_package" } });
    for (const key of gone) await expect.poll(() => fileStore().get(key)).toBeNull();
    for (let i = 0; i < 5; i++) await begin(uuidv7(), 10);
    expect(await db().partialUpload.count({ where: { ownerId: mika.id } })).toBe(3);
  });
});
