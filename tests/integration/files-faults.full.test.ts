import { afterAll, beforeAll, expect, it } from "vitest";
import { uuidv7 } from "uuidv7";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, png, uploadForm } from "../support/apps";
import { startObjectStore } from "../support/object-store";
import { type TestServer, startServer } from "../support/server";

/** An object store that hangs or fails, while people use what needs no files. */

let store: Awaited<ReturnType<typeof startObjectStore>>;
let server: TestServer;
let mika: ApiClient;

beforeAll(async () => {
  store = await startObjectStore();
  server = await startServer({ env: store.env });
  mika = await signUpOnboarded(server);
});
afterAll(async () => {
  await server?.dispose();
  store?.stop();
});

const part = (id: string) => {
  const form = new FormData();
  form.set("part", new File([new Uint8Array(1_000)], "part"));
  return fetch(`${server.url}/api/apps/uploads/${id}?offset=0`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${mika.accessToken}` },
    body: form,
  });
};
const began = async () => {
  const id = uuidv7();
  await mika.must("PUT", `/apps/uploads/${id}`, { bytes: 1_000 });
  return id;
};

it("refuses uploads with 503 and when to try again, and serves everything else meanwhile", async () => {
  const uploads = await Promise.all(Array.from({ length: 3 }, began));
  store.become("hung");
  const waiting = Promise.all([...uploads, ...uploads, ...uploads, ...uploads].map(part));
  let isOver = false;
  void waiting.finally(() => (isOver = true));
  for (let n = 0; n < 5; n++) {
    expect((await mika.call("GET", "/v1/timeline?feed=all")).status).toBe(200);
    expect((await mika.call("POST", "/v1/posts", { kind: "text", body: `meanwhile ${n}` })).status).toBe(201);
  }
  // They did not wait until the uploads had failed.
  expect(isOver).toBe(false);
  const ready = await fetch(`${server.url}/api/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { ready: true, files: "down" }]);
  for (const answer of await waiting) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ code: "unavailable" });
  }
  store.become("up");
  await expect.poll(async () => (await part(uploads[0]!)).status).toBe(200);
});

it("publishes nothing while the store fails, and everything once it is back", async () => {
  store.become("failing");
  const gumFile = await makePackage({ name: "Later" });
  const upload = () => mika.call<{ code?: string }>("POST", "/apps", uploadForm({ gumFile }));
  expect(await upload()).toMatchObject({ status: 503, body: { code: "unavailable" } });
  const [rows] = await server.database.query<{ count: string }>("SELECT count(*) FROM app_versions");
  expect(Number(rows!.count)).toBe(0);
  const form = new FormData();
  form.set("file", new File([await png()], "red.png", { type: "image/png" }));
  expect((await mika.call("POST", "/media", form)).status).toBe(503);
  store.become("up");
  await expect.poll(async () => (await upload()).status).toBe(201);
});
