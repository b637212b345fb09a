/** Packages as they come from the store: what is unpacked before the start, what afterwards, and what is wrong in it. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makePackage } from "../support/package-bytes";
import { ADD_WASM, page, png } from "../support/page-assets";
import type { StageEvent } from "../support/sandbox-stage";
import { stageForAll } from "../support/stage-for-all";
import { buildZip } from "../support/zip-builder";

const MANIFEST = { name: "Packed", version: "1.0.0", entry: { html: "index.html" } };
/** Deflates well, and to nothing that a step of inflating would hold. */
const LARGE = Array.from({ length: 300_000 }, (_, n) => `line ${n % 8191}`).join("\n");
const PICTURE = png(3, 2);

const ROADS = `
  const size = (image) => image.decode().then(() => image.naturalWidth, () => "error");
  const now = new XMLHttpRequest(); now.open("GET", "data/now.txt", false); now.send();
  const property = new Image(); property.src = "img/b.png";
  const worker = new Worker("work.js");
  const told = new Promise((done) => { worker.onmessage = (event) => done(event.data); });
  const later = (url) => new Promise((done) => { const request = new XMLHttpRequest(); request.open("GET", url); request.onload = () => done(request.responseText.length); request.send(); });
  const wasm = WebAssembly.instantiateStreaming(fetch("add.wasm")).then(({ instance }) => instance.exports.add(2, 3));
  onload = async () => result([
    now.responseText, await size(property), document.querySelector("img").naturalWidth, getComputedStyle(document.body).color,
    (await (await fetch("data/large.txt")).text()).length, await later("data/large.txt"), await wasm, await told,
    (await import("./lib/deep.js")).default, (await fetch("data/none.txt")).status,
  ]);`;

const ALL_ROADS = makePackage(MANIFEST, {
  "index.html": page(ROADS, {
    head: `<link rel="stylesheet" href="style/main.css">`,
    body: `<img src="img/a.png">`,
  }),
  "style/main.css": `@import "colours.css";`,
  "style/colours.css": `body { color: rgb(1, 2, 3) }`,
  "img/a.png": PICTURE,
  "img/b.png": PICTURE,
  "data/now.txt": "at once",
  "data/large.txt": LARGE,
  "add.wasm": ADD_WASM,
  "lib/deep.js": `import data from "../data/deep.json" with { type: "json" }; export default data.n;`,
  "data/deep.json": `{"n":7}`,
  "work.js": `const now = new XMLHttpRequest(); now.open("GET", "data/large.txt", false); now.send();
    fetch("data/now.txt").then((answer) => answer.text()).then((text) => postMessage([now.responseText.length, text]));`,
});
/** More code than is looked through before a start; the page names one of the scripts. */
const MUCH_CODE = makePackage(MANIFEST, {
  "index.html": page(
    `const add = (src) => new Promise((done, fail) => { const s = document.createElement("script"); s.src = src; s.onload = done; s.onerror = fail; document.head.append(s) });
    const inWorker = 'indexed' + 'DB.open("w", 4).onsuccess = ({ target }) => postMessage([typeof IDBKeyRange, target.result.version])';
    onload = async () => { result(named); result(await new Promise((done) => { new Worker(URL.createObjectURL(new Blob([inWorker]))).onmessage = ({ data }) => done(data) })); for (const name of ["clas" + "sic", "sav" + "es"]) await add("code/" + name + ".js"); result(await Promise.all([classic, saved(), late()])) }`,
    { head: `<script src="code/named.js"></script>` },
  ),
  "code/named.js": `named = "named"`,
  "code/bulk.js": `unused = ${JSON.stringify(LARGE)}`,
  "code/classic.js": `classic = "classic"; late = () => import("./lib/a.js").then((module) => module.all)`,
  "code/saves.js": `saved = () => new Promise((done) => { const kinds = [typeof IDBKeyRange, typeof window.indexedDB]; const opening = indexedDB.open("x"); opening.onupgradeneeded = () => opening.result.createObjectStore("s");
    opening.onsuccess = () => { const put = opening.result.transaction("s", "readwrite").objectStore("s").put(5, "k"); put.onsuccess = () => done([...kinds, put.result, opening instanceof IDBOpenDBRequest]) } })`,
  "code/lib/a.js": `import { b } from "./b.js"; import c from "/code/lib/c.js"; export const all = [b, c, import.meta.url.split("/").pop()]; export const a = "a";`,
  "code/lib/b.js": `import * as circle from "./a.js"; export const b = "b"; export const read = () => circle.a`,
  "code/lib/c.js": `export default "c"`,
});
/** The app runs, and one of its other files is not what its checksum says. */
const DAMAGED = buildZip([
  { name: "manifest.json", content: Buffer.from(JSON.stringify(MANIFEST)) },
  { name: "index.html", content: Buffer.from(page(`result("running")`)) },
  { name: "sound/loud.mp3", content: Buffer.from("not this"), local: { crc: 1 }, central: { crc: 1 } },
]);
const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** What the host hands to the frame: names of unpacked and of packed files. */
const PREPARE = `
import { preparePackage } from "@/lib/sandbox/host/app-package";
Object.assign(window, { prepare: async (url: string) => {
  const prepared = await preparePackage({ kind: "url", url });
  const { files, rest } = prepared.content();
  return { unpacked: files.map(([name]) => name).sort(), packed: rest!.entries.map(([name]) => name).sort(), hasUnread: prepared.hasUnread };
} });`;

const here = stageForAll({
  files: { "roads.gum": ALL_ROADS, "damaged.gum": DAMAGED, "code.gum": MUCH_CODE },
  hostCode: PREPARE,
});

const run = (name: string, sha256?: string): Promise<StageEvent[]> =>
  here.shell.run({ files: {}, packed: { url: `/files/${name}`, ...(sha256 && { sha256 }) } });
const ending = async (): Promise<StageEvent | undefined> =>
  (await here.shell.events()).filter((event) => event.type === "status").at(-1);

describe("a package that is unpacked while it runs", () => {
  test.each([
    ["known by its content", hash(ALL_ROADS)],
    ["known by its address", undefined],
  ])("gives its files by every road, synchronous ones too: %s", async (_, sha256) => {
    expect(here.shell.problems(await run("roads.gum", sha256))).toEqual([]);
    await expect
      .poll(() => here.shell.results())
      .toEqual([
        ["at once", 3, 3, "rgb(1, 2, 3)", LARGE.length, LARGE.length, 5, [LARGE.length, "at once"], 7, 404],
      ]);
  });

  test("of much code, no more is unpacked before the start than the page names; the rest runs when it is asked for", async () => {
    const prepared = await here.shell.page.evaluate(`prepare("/files/code.gum")`);
    expect(prepared).toEqual({
      unpacked: ["code/named.js", "index.html"],
      packed: [
        "code/bulk.js",
        "code/classic.js",
        "code/lib/a.js",
        "code/lib/b.js",
        "code/lib/c.js",
        "code/saves.js",
        "manifest.json",
      ],
      hasUnread: true,
    });
    expect(here.shell.problems(await run("code.gum", hash(MUCH_CODE)))).toEqual([]);
    await expect
      .poll(() => here.shell.results())
      .toEqual([
        "named",
        ["function", 4],
        ["classic", ["function", "object", "k", true], ["b", "c", "a.js"]],
      ]);
  });

  test("starts again from what is kept, without asking for it", async () => {
    const asked = (): number => here.stage.requests.filter((path) => path === "/files/roads.gum").length;
    await run("roads.gum", hash(ALL_ROADS));
    const before = asked();
    await run("roads.gum", hash(ALL_ROADS));
    await expect.poll(async () => (await here.shell.results()).length).toBe(1);
    expect(asked()).toBe(before);
  });
});

describe("a package with damage", () => {
  test("in a file that no start needs: the app starts, and ends with the reason", async () => {
    await run("damaged.gum");
    await expect
      .poll(async () => (await ending())?.status)
      .toEqual({
        status: "failed",
        code: "package_invalid",
        message: "sound/loud.mp3: its checksum (CRC-32) is wrong.",
      });
    expect((await here.shell.events()).filter((event) => event.type === "status")).toMatchObject([
      { status: { status: "loading" } },
      { status: { status: "running" } },
      { status: { status: "failed" } },
    ]);
    expect(await here.shell.page.locator("#place iframe").count()).toBe(0);
  });

  test("that its name gives away: it is not started, and asked for anew the next time", async () => {
    await run("damaged.gum", hash(ALL_ROADS).replace(/^./, "x"));
    expect(await ending()).toMatchObject({ status: { status: "failed", code: "package_invalid" } });
    expect(await here.shell.results()).toEqual([]);
    await run("roads.gum", hash(ALL_ROADS));
    await expect.poll(async () => (await here.shell.results()).length).toBe(1);
  });
});
