import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as outsideRoute from "@/app/api/apps/outside-files/route";
import { outsideFileRequest, type OutsideFileRequest } from "@/lib/apps/outside-contract";
import { fetchOutsideFile } from "@/lib/apps/outside-service";
import {
  OUTSIDE_FILE_BYTES,
  OUTSIDE_FILES_AT_ONCE,
  OUTSIDE_FILES_AT_ONCE_ALL,
} from "@/lib/config/outside-limits";
import { createEgressFetch } from "@/lib/egress/egress-fetch.server";
import type { Problem } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

const HOST = "https://cdn.example.com";
const SCRIPT = "chart()";
let server: Server;
let me: TestPerson;
let asked: string[];
let held: (() => void)[];

const outside = createEgressFetch({
  resolve: async (name) => [name.startsWith("private") ? "10.0.0.1" : "93.184.216.34"],
  dial: () => connect((server.address() as AddressInfo).port, "127.0.0.1"),
});
const fetchFile = (request: OutsideFileRequest) =>
  fetchOutsideFile({ viewer: me, request: outsideFileRequest.parse(request) }, outside);
const digest = (algorithm: string, text = SCRIPT) =>
  `${algorithm}-${createHash(algorithm).update(text).digest("base64")}`;

beforeAll(async () => {
  me = await makePerson("bringer");
  server = createServer(({ url, headers }, response) => {
    asked.push(`${headers.host}${url} ${headers.cookie ?? ""}`.trim());
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { "content-type": type }).end(body);
    if (url === "/moved.js") return response.writeHead(302, { location: "/chart.js" }).end();
    if (url === "/home.js")
      return response.writeHead(302, { location: "https://private.example.com/" }).end();
    if (url === "/chart.js") return send("application/javascript; charset=utf-8", SCRIPT);
    if (url === "/page.js") return send("text/html", "<h1>Sign in</h1>");
    if (url === "/a.css") return send("text/css", "a{}");
    if (url === "/a.woff2") return send("application/octet-stream", "font");
    if (url === "/a.bin") return send("application/octet-stream", "data");
    if (url === "/large.js") return send("text/javascript", Buffer.alloc(OUTSIDE_FILE_BYTES + 1, 32));
    if (url === "/held.js") return void held.push(() => send("text/javascript", SCRIPT));
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  held = [];
});

it("is fetched once, without cookies, through redirects, and comes with its hash", async () => {
  expect(await fetchFile({ url: `${HOST}/moved.js`, kind: "script" })).toEqual({
    state: "fetched",
    url: `${HOST}/chart.js`,
    contentType: "application/javascript",
    sha256: createHash("sha256").update(SCRIPT).digest("hex"),
    content: Buffer.from(SCRIPT).toString("base64"),
  });
  expect(asked).toEqual(["cdn.example.com/moved.js", "cdn.example.com/chart.js"]);
});

it.each([
  ["http://cdn.example.com/chart.js", "script", "address"],
  ["https://93.184.216.34/chart.js", "script", "address"],
  ["https://cdn.example.com:8443/chart.js", "script", "address"],
  ["https://me:secret@cdn.example.com/chart.js", "script", "address"],
  ["https://localhost/chart.js", "script", "address"],
  ["file:///etc/passwd", "script", "address"],
  ["nonsense", "script", "address"],
  ["https://private.example.com/chart.js", "script", "unreachable"],
  [`${HOST}/home.js`, "script", "unreachable"],
  [`${HOST}/none.js`, "script", "status"],
  [`${HOST}/page.js`, "script", "type"],
  [`${HOST}/chart.js`, "style", "type"],
  [`${HOST}/chart.js`, "asset", "type"],
  [`${HOST}/a.bin`, "asset", "type"],
  [`${HOST}/a.bin`, "media", "type"],
  [`${HOST}/a.css`, "page", "type"],
  [`${HOST}/large.js`, "script", "large"],
] as const)("%s as %s is refused: %s", async (url, kind, reason) => {
  expect(await fetchFile({ url, kind })).toEqual({ state: "failed", reason });
});

it.each([
  ["/a.css", "style"],
  ["/a.woff2", "asset"],
  ["/page.js", "page"],
] as const)("%s is fetched as %s", async (path, kind) => {
  expect(await fetchFile({ url: HOST + path, kind })).toMatchObject({ state: "fetched" });
});

it("has to be what the page says that it is", async () => {
  const state = async (integrity: string) => {
    const answer = await fetchFile({ url: `${HOST}/chart.js`, kind: "script", integrity });
    return answer.state === "failed" ? answer.reason : answer.state;
  };
  expect(await state(digest("sha384"))).toBe("fetched");
  expect(await state(`${digest("sha256", "other")} ${digest("sha256")}`)).toBe("fetched");
  expect(await state("md5-abc")).toBe("fetched");
  expect(await state(digest("sha512", "other"))).toBe("integrity");
  // The weaker one does not count beside a stronger one.
  expect(await state(`${digest("sha256")} ${digest("sha512", "other")}`)).toBe("integrity");
});

it("is one of few at a time for a person", async () => {
  const request = { url: `${HOST}/held.js`, kind: "script" } as const;
  const running = Array.from({ length: OUTSIDE_FILES_AT_ONCE }, () => fetchFile(request));
  await expect.poll(() => held.length).toBe(OUTSIDE_FILES_AT_ONCE);
  await expect(fetchFile(request)).rejects.toMatchObject({ code: "rate_limited" });
  for (const answer of held) answer();
  await Promise.all(running);
  const last = fetchFile(request);
  await expect.poll(() => held.length).toBeGreaterThan(OUTSIDE_FILES_AT_ONCE);
  held.at(-1)!();
  expect(await last).toMatchObject({ state: "fetched" });
});

it("is one of few at a time for everybody", async () => {
  const request = outsideFileRequest.parse({ url: `${HOST}/held.js`, kind: "script" });
  const people = await Promise.all(
    Array.from({ length: OUTSIDE_FILES_AT_ONCE_ALL / OUTSIDE_FILES_AT_ONCE }, (_, at) =>
      makePerson(`bringer${at}`),
    ),
  );
  const running = people.flatMap((viewer) =>
    Array.from({ length: OUTSIDE_FILES_AT_ONCE }, () => fetchOutsideFile({ viewer, request }, outside)),
  );
  await expect.poll(() => held.length).toBe(OUTSIDE_FILES_AT_ONCE_ALL);
  await expect(fetchFile(request)).rejects.toMatchObject({ code: "unavailable", retryAfter: 2 });
  for (const answer of held) answer();
  await Promise.all(running);
  expect(await fetchFile({ url: `${HOST}/chart.js`, kind: "script" })).toMatchObject({ state: "fetched" });
});

it("needs an account, and a request of the right form", async () => {
  const json = { url: "http://cdn.example.com/", kind: "script" };
  const ask = (as: TestPerson | undefined, body: object) =>
    call<Problem>(outsideRoute.POST, { as, json: body, method: "POST" });
  expect((await ask(undefined, json)).status).toBe(401);
  expect((await ask(me, { ...json, kind: "folder" })).body.code).toBe("validation_error");
  expect((await ask(me, json)).body).toEqual({ state: "failed", reason: "address" });
});
