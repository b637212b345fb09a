import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { importPage } from "@/components/apps/playground/import/import-page";
import { outsideFileRequest } from "@/lib/apps/outside-contract";
import { fetchOutsideFile } from "@/lib/apps/outside-service";
import { OUTSIDE_FILE_BYTES, OUTSIDE_FILES_MAX } from "@/lib/config/outside-limits";
import { createEgressFetch } from "@/lib/egress/egress-fetch.server";
import { makePerson, type TestPerson } from "../support/people";

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

const HOST = "https://site.example.com";
type Site = Record<string, [type: string, body: string | Buffer] | { to: string }>;
let server: Server;
let me: TestPerson;
let site: Site;
let asked: string[];

const outside = createEgressFetch({
  resolve: async (name) => [name.startsWith("private") ? "10.0.0.1" : "93.184.216.34"],
  dial: () => connect((server.address() as AddressInfo).port, "127.0.0.1"),
});
const bring = (address: string, options: Parameters<typeof importPage>[2] = {}) =>
  importPage(
    address,
    (request) => fetchOutsideFile({ viewer: me, request: outsideFileRequest.parse(request) }, outside),
    options,
  );
const textOf = (files: ReadonlyMap<string, Uint8Array>, path: string) =>
  new TextDecoder().decode(files.get(path));

beforeAll(async () => {
  me = await makePerson("importer");
  server = createServer(({ url, headers }, response) => {
    asked.push(`${headers.host}${url}`);
    const found = site[url!];
    if (!found) return void response.writeHead(404).end();
    if ("to" in found) return void response.writeHead(302, { location: found.to }).end();
    response.writeHead(200, { "content-type": found[0] }).end(found[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  site = {};
});

describe("a page by its address", () => {
  it("comes with the files of its host that it names, each fetched once, in its own folder", async () => {
    site = {
      "/game": { to: "/game/" },
      "/game/": [
        "text/html; charset=utf-8",
        `<!doctype html><title>Game</title>
        <link rel="icon" href="icon.png"><link rel="stylesheet" href="css/main.css?v=2">
        <style>body { background: url(img/sky.png) }</style>
        <script src="https://cdn.example.net/lib.js"></script>
        <script type="importmap">{ "imports": { "shapes": "./js/shapes.js" } }</script>
        <script type="module">import "./js/game.js"; import "shapes";</script>
        <p style="background: url('img/dot.png')"><img src="img/hero.png" srcset="img/hero.png 1x, img/hero2.png 2x">
        <audio src="sound/hit.mp3"></audio><a href="other.html">Other</a><img src="data:image/png;base64,AA==">`,
      ],
      "/game/icon.png": ["image/png", "icon"],
      "/game/css/main.css?v=2": [
        "text/css",
        `@import "more.css"; @font-face { font-family: A; src: url(../font/a.woff2) }`,
      ],
      "/game/css/more.css": ["text/css", "a { background: url(../img/hero.png) }"],
      "/game/font/a.woff2": ["font/woff2", "font"],
      "/game/img/sky.png": ["image/png", "sky"],
      "/game/img/dot.png": ["image/png", "dot"],
      "/game/img/hero.png": ["image/png", "hero"],
      "/game/sound/hit.mp3": ["audio/mpeg", "hit"],
      "/game/js/game.js": ["text/javascript", `import { a } from "./deep/a.js"; import("./late.js")`],
      "/game/js/deep/a.js": ["text/javascript", `export * from "../game.js"; export const a = 1`],
      "/game/js/late.js": ["text/javascript", "late()"],
      "/game/js/shapes.js": ["text/javascript", "shapes()"],
    };
    const seen: [number, number][] = [];
    const { host, files, failed } = await bring("site.example.com/game", {
      onProgress: (done, total) => seen.push([done, total]),
    });
    expect(host).toBe("site.example.com");
    expect([...files.keys()].sort()).toEqual([
      "css/main.css",
      "css/more.css",
      "font/a.woff2",
      "icon.png",
      "img/dot.png",
      "img/hero.png",
      "img/sky.png",
      "index.html",
      "js/deep/a.js",
      "js/game.js",
      "js/late.js",
      "js/shapes.js",
      "sound/hit.mp3",
    ]);
    expect(textOf(files, "img/hero.png")).toBe("hero");
    expect(failed).toEqual([{ url: `${HOST}/game/img/hero2.png`, reason: "status" }]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.every((each) => each.startsWith("site.example.com/"))).toBe(true);
    expect(seen[0]).toEqual([0, 1]);
    expect(seen.at(-1)).toEqual([14, 14]);
  });

  it("keeps the folders of its host where it names a file from the root; whole addresses of its host become such names", async () => {
    site = {
      "/apps/one.html": [
        "text/html",
        `<script src="/lib/a.js"></script><img src='${HOST}/img/a.png'><link rel=stylesheet href=//site.example.com/a.css>`,
      ],
      "/lib/a.js": ["text/javascript", "a()"],
      "/img/a.png": ["image/png", "a"],
      "/a.css": ["text/css", `a { background: url("${HOST}/img/a.png") }`],
    };
    const { files, failed } = await bring(`${HOST}/apps/one.html#top`);
    expect(failed).toEqual([]);
    expect([...files.keys()].sort()).toEqual(["a.css", "apps/one.html", "img/a.png", "lib/a.js"]);
    expect(textOf(files, "apps/one.html")).toBe(
      `<script src="/lib/a.js"></script><img src='/img/a.png'><link rel=stylesheet href=/a.css>`,
    );
    expect(textOf(files, "a.css")).toBe(`a { background: url("/img/a.png") }`);
  });

  it("ends at as many files as one page may have", async () => {
    const count = OUTSIDE_FILES_MAX + 5;
    const names = Array.from({ length: count }, (_, n) => `${n}.png`);
    site = Object.fromEntries(names.map((name) => [`/${name}`, ["image/png", name]]));
    site["/"] = ["text/html", names.map((name) => `<img src="${name}">`).join("")];
    const { files, failed } = await bring(HOST);
    expect(files.size).toBe(OUTSIDE_FILES_MAX);
    expect(failed).toHaveLength(count + 1 - OUTSIDE_FILES_MAX);
    expect(failed.every(({ reason }) => reason === "many")).toBe(true);
  });

  it("follows imports only so deep", async () => {
    for (let n = 0; n < 30; n++) site[`/${n}.js`] = ["text/javascript", `import "./${n + 1}.js"`];
    site["/"] = ["text/html", `<script type="module" src="0.js"></script>`];
    const { files, failed } = await bring(HOST);
    expect(files.size).toBe(11);
    expect(failed).toEqual([{ url: `${HOST}/10.js`, reason: "many" }]);
  });

  it("leaves out names that no package may have", async () => {
    site = {
      "/": [
        "text/html",
        `<img src="a%2f..%2fb.png"><img src="con.png"><img src="%ff.png"><img src="ok.png">`,
      ],
      ...Object.fromEntries(
        ["a%2f..%2fb.png", "con.png", "%ff.png", "ok.png"].map((name) => [`/${name}`, ["image/png", "a"]]),
      ),
    };
    const { files, failed } = await bring(HOST);
    expect([...files.keys()]).toEqual(["index.html", "ok.png"]);
    expect(failed.map(({ reason }) => reason)).toEqual(["name", "name", "name"]);
  });

  it("can be cancelled: nothing more is asked for", async () => {
    site = { "/": ["text/html", `<img src="a.png"><img src="b.png">`], "/a.png": ["image/png", "a"] };
    const ending = new AbortController();
    const running = bring(HOST, {
      signal: ending.signal,
      onProgress: (done) => done === 1 && ending.abort(new Error("cancelled")),
    });
    await expect(running).rejects.toThrow("cancelled");
    expect(asked.length).toBeLessThanOrEqual(1 + 4);
  });
});

describe("what is no page", () => {
  it.each([
    ["", "address"],
    ["two words", "address"],
    ["ftp://site.example.com/", "address"],
    ["https://10.0.0.1/", "address"],
    ["http://localhost:3000/", "address"],
    ["https://me:secret@site.example.com/", "address"],
    ["https://private.example.com/", "unreachable"],
    [`${HOST}/away`, "unreachable"],
    [`${HOST}/none`, "status"],
    [`${HOST}/data.json`, "notPage"],
    [`${HOST}/large`, "large"],
  ] as const)("%s: %s", async (address, reason) => {
    site = {
      "/away": { to: "https://private.example.com/" },
      "/data.json": ["application/json", "{}"],
      "/large": ["text/html", Buffer.alloc(OUTSIDE_FILE_BYTES + 1, 32)],
    };
    await expect(bring(address)).rejects.toMatchObject({ reason });
    expect(asked.filter((each) => each.startsWith("private"))).toEqual([]);
  });
});
