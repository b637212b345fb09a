/** Large packages: they start before they are there, and their files are fetched when the app asks for them. */
import { beforeEach, describe, expect, test } from "vitest";
import { hashOf, LARGE_FILES, largePackage, noise, prose } from "../support/large-package";
import { handOverPorts } from "../support/forge";
import { page } from "../support/page-assets";
import type { StageEvent } from "../support/sandbox-stage";
import { stageForAll } from "../support/stage-for-all";

const WORDS = LARGE_FILES["data/words.txt"]!.length;
const sumOf = (name: string): number => LARGE_FILES[name]!.reduce((sum, byte) => (sum + byte) >>> 0, 0);
const SUM = `const sum = (buffer) => { let total = 0; for (const byte of new Uint8Array(buffer)) total = (total + byte) >>> 0; return total };`;

const ROADS = largePackage(
  page(
    `${SUM}
    const size = (image) => image.decode().then(() => image.naturalWidth, () => "error");
    const asked = (url, type) => new Promise((done) => { const request = new XMLHttpRequest(); request.responseType = type; request.open("GET", url); request.onload = () => done(request.response); request.onerror = () => done("error"); request.send(); });
    const heard = (worker) => new Promise((done) => { worker.onmessage = (event) => done(event.data); });
    onload = async () => {
      const image = new Image(); const events = []; image.onload = () => events.push("load"); image.onerror = () => events.push("error");
      image.src = "img/late.png";
      result([named, image.complete, image.src.split("/").pop(), image.getAttribute("src")]);
      document.body.innerHTML = '<p><img src="img/other.png" id="shown"></p>';
      const sound = new Audio("sound/long.wav");
      const ready = new Promise((done) => { sound.oncanplaythrough = () => done(Math.round(sound.duration)); sound.onerror = () => done("error"); });
      const [plain, words, wasm, width, told] = await Promise.all([
        fetch("data/plain.zip").then((answer) => answer.arrayBuffer()), asked("data/words.txt", "arraybuffer"),
        WebAssembly.instantiateStreaming(fetch("add.wasm")), size(image), heard(new Worker("work.js")),
      ]);
      const shown = document.getElementById("shown");
      if (!shown.complete) await new Promise((done) => { shown.onload = done; });
      result([sum(plain), sum(words), wasm.instance.exports.add(2, 3), width, told, shown.naturalWidth, shown.getAttribute("src"), await ready, events, (await fetch("data/none.txt")).status]);
    };`,
    { head: `<script src="code/app.js"></script>` },
  ),
  {
    "code/app.js": `named = "named"`,
    "work.js": `${SUM} Promise.all([fetch("data/plain.zip").then((answer) => answer.arrayBuffer()), fetch("data/none.bin")]).then(([bytes, none]) => postMessage([sum(bytes), none.status]))`,
  },
);

const SYNC = largePackage(
  page(
    `localStorage.starts = Number(localStorage.starts ?? 0) + 1;
    let failed = null; addEventListener("error", (event) => result(event.message));
    const now = new XMLHttpRequest(); now.open("GET", "data/plain.zip", false); now.send();
    result([Number(localStorage.starts), now.response.length > 1e6])`,
  ),
  { "data/more.zip": noise(4_000_000, 9) },
);
const WORKER_SYNC = largePackage(
  page(
    `const worker = new Worker("work.js"); worker.onmessage = ({ data }) => result(data); worker.onerror = () => result("error")`,
  ),
  {
    "work.js": `const now = new XMLHttpRequest(); now.open("GET", "data/plain.zip", false); now.send(); postMessage(now.status)`,
    "data/more.zip": noise(4_000_000, 10),
  },
);
/** Its pictures are in the page, where each change of their address is seen. */
const FAILING_SHOWN = largePackage(
  page(
    `onload = async () => {
      const settled = (element, change) => new Promise((done) => { element.onload = () => done("load"); element.onerror = () => done("error"); change(element); });
      const add = (name, value) => settled(new Image(), (image) => { image.setAttribute(name, value); document.body.append(image); });
      result([await add("src", "img/late.png"), await add("srcset", "img/other.png 2x")]);
      globalThis.again = async () => result(await settled(document.images[0], (image) => { image.src = "img/late.png"; }));
    }`,
  ),
  { "data/more.zip": noise(4_000_000, 15) },
);
const IMPORTING = largePackage(
  page(`import levels from "./data/levels.json" with { type: "json" }; result(levels.length)`, {
    module: true,
  }),
  {
    "data/levels.json": JSON.stringify(prose(8_000_000, 16).toString().split(" ")),
    "data/more.zip": noise(4_000_000, 17),
  },
);
const FAILING = largePackage(
  page(
    `const request = (url) => fetch(url).then((answer) => answer.arrayBuffer()).then((bytes) => bytes.byteLength, (error) => error.name + ": " + error.message);
    onload = async () => {
      const image = new Image();
      const shown = new Promise((done) => { image.onload = () => done("load"); image.onerror = () => done("error"); });
      image.src = "img/late.png";
      result([await request("data/plain.zip"), await shown]);
      globalThis.again = async () => result(await request("data/plain.zip"));
    }`,
  ),
  { "data/more.zip": noise(4_000_000, 11) },
);
const MENTIONED = largePackage(
  page(
    `onload = () => result([document.images[0].naturalWidth, getComputedStyle(document.body).backgroundImage.split("/").pop()])`,
    {
      head: `<link rel="stylesheet" href="main.css">`,
      body: `<img src="img/late.png">`,
    },
  ),
  { "main.css": `body { background: url("img/other.png") }`, "data/more.zip": noise(4_000_000, 12) },
);

const ELEMENTS = largePackage(
  page(`onload = async () => {
    const place = document.body;
    place.innerHTML = '<audio><source src="sound/long.wav"></audio><picture><source srcset="img/late.png 2x"><img src="img/other.png"></picture><video poster="img/late.png"></video>';
    const [sound, image, video] = place.querySelectorAll("audio,img,video");
    const read = [place.innerHTML.includes("data-gum"), image.hasAttribute("src"), video.poster.split("/").pop()];
    const ready = new Promise((done) => { sound.oncanplaythrough = () => done(Math.round(sound.duration)); });
    const dropped = new Image(); dropped.onload = dropped.onerror = () => result("the dropped one");
    dropped.src = "img/other.png"; dropped.removeAttribute("src");
    const changed = new Image(); changed.src = "img/other.png"; changed.src = "img/late.png";
    result(read); await changed.decode(); result([changed.naturalWidth, dropped.complete]); await image.decode(); result(image.naturalWidth > 0); result(await ready);
  }`),
  { "data/more.zip": noise(4_000_000, 14) },
);

/** Sends what the frame's own code never would, and counts what comes back. */
const HOSTILE = largePackage(
  page(`onload = async () => {
    while (!window.forge) await new Promise((done) => setTimeout(done, 20));
    let id = 1e6;
    const ask = (name, from = 0) => forge({ type: "file", id: (id += 1), name, from });
    for (let n = 0; n < 100; n += 1) ask("data/plain.zip");
    for (const name of ["index.html", "../secret", "data/none.zip", "__proto__", "constructor"]) ask(name);
    for (const from of [1, 1e6, 2 ** 20 - 100, 2 ** 53 - 1]) ask("data/plain.zip", from);
    for (const name of ["data/words.txt", "data/none.zip"]) ask(name, 5);
    const after = await fetch("data/words.txt").then((answer) => answer.status, (error) => error.name);
    result(after);
  }`),
  { "data/more.zip": noise(4_000_000, 13) },
);

const LEAVING = largePackage(
  page(`addEventListener("pagehide", () => {
    const now = new XMLHttpRequest(); now.open("GET", "data/plain.zip", false); now.send();
  });`),
  { "data/more.zip": noise(4_000_000, 15) },
);

const MEASURE = `const readers = {}; const lengths = {};
  globalThis.open = async (name) => { const answer = await fetch(name); readers[name] = answer.body.getReader(); lengths[name] = (await readers[name].read()).value.length; return [answer.status, answer.headers.get("content-length"), lengths[name] > 0]; };
  globalThis.rest = async (name) => { let total = lengths[name]; for (let next; !(next = await readers[name].read()).done; ) total += next.value.length; return total; };`;
const STREAMED = largePackage(
  page(
    `${MEASURE}
    onload = async () => {
      const made = WebAssembly.instantiateStreaming(fetch("add.wasm"));
      result(await open("data/words.txt"));
      result([await rest("data/words.txt"), (await made).instance.exports.add(2, 3)]);
    };`,
  ),
);
const CUT = largePackage(
  page(
    `${MEASURE}
    onload = async () => {
      result(await open("data/words.txt"));
      result(await rest("data/words.txt").catch((error) => error.name + ": " + error.message));
      globalThis.again = async () => result((await (await fetch("data/words.txt")).arrayBuffer()).byteLength);
    };`,
  ),
  { "data/more.zip": noise(4_000_000, 18) },
);
const LOST = largePackage(
  page(`${SUM} onload = async () => result(sum(await (await fetch("data/words.txt")).arrayBuffer()));`),
  { "data/more.zip": noise(4_000_000, 19) },
);

const packages = {
  streamed: STREAMED,
  cut: CUT,
  lost: LOST,
  leaving: LEAVING,
  elements: ELEMENTS,
  hostile: HOSTILE,
  roads: ROADS,
  sync: SYNC,
  worker: WORKER_SYNC,
  failing: FAILING,
  importing: IMPORTING,
  "failing-shown": FAILING_SHOWN,
  mentioned: MENTIONED,
};
const here = stageForAll({
  files: Object.fromEntries(Object.entries(packages).map(([name, { bytes }]) => [`${name}.gum`, bytes])),
});

const run = (name: keyof typeof packages, more: object = {}): Promise<StageEvent[]> => {
  const { bytes, sha256 } = packages[name];
  return here.shell.run({
    files: {},
    packed: { url: `/files/${name}.gum`, sha256, bytes: bytes.length, ...more },
  });
};
/** Forgets the packages that the page has. */
async function reload(): Promise<void> {
  await here.shell.page.reload();
  await here.shell.page.waitForFunction(() => Boolean(window.stage));
}
/** Ends what `?held` does to a package (`finish`), or loses its connections (`lose`). */
const ask = (name: string, what: string) => fetch(`${here.stage.origin}/files/${name}.gum?${what}`);
const asked = (): string[] => here.stage.requests.filter((each) => each.startsWith("/files/"));

beforeEach(async () => {
  here.stage.requests.length = 0;
  await here.shell.page.evaluate(() => localStorage.clear());
});

describe("a large package", () => {
  test("starts before it is there, and its files arrive by every road that can wait", async () => {
    expect(here.shell.problems(await run("roads"))).toEqual([]);
    await expect
      .poll(() => here.shell.results(), { timeout: 30_000 })
      .toEqual([
        ["named", false, "late.png", "img/late.png"],
        [
          sumOf("data/plain.zip"),
          sumOf("data/words.txt"),
          5,
          3,
          [sumOf("data/plain.zip"), 404],
          5,
          "img/other.png",
          420,
          ["load"],
          404,
        ],
      ]);
    // Each range once, and never the whole.
    expect(new Set(asked()).size).toBe(asked().length);
    expect(asked().every((each) => each.includes(" bytes="))).toBe(true);
    const events = await here.shell.events();
    expect(events.filter(({ type, level }) => type === "console" && level === "warn")).toEqual([]);
  });

  test("gives elements their files in whatever way they get their address", async () => {
    expect(here.shell.problems(await run("elements"))).toEqual([]);
    await expect
      .poll(() => here.shell.results(), { timeout: 30_000 })
      .toEqual([[false, true, "late.png"], [3, true], true, 420]);
    expect(asked().every((each) => each.includes(" bytes="))).toBe(true);
  });

  test("has what its markup and style sheets mention from the start", async () => {
    await run("mentioned");
    await expect.poll(() => here.shell.results()).toEqual([[3, expect.stringContaining("other.png")]]);
  });

  test("starts from a whole that comes in place of a range, such as one that the browser has kept", async () => {
    await reload();
    await run("mentioned", { url: "/files/mentioned.gum?whole" });
    await expect.poll(() => here.shell.results()).toHaveLength(1);
    expect(asked()).toHaveLength(1);
  });

  test("starts again as a whole where the app cannot wait, and so at once the next time", async () => {
    await run("sync");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([[2, true]]);
    expect(here.shell.problems(await here.shell.events())).toEqual([]);
    here.stage.requests.length = 0;
    await reload();
    await run("sync");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toHaveLength(1);
    expect(asked()).toEqual(["/files/sync.gum"]);
  });

  test("starts again as a whole where a module imports what is not there yet", async () => {
    await run("importing");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([expect.any(Number)]);
  });

  test("stays suspended where it cannot wait while it leaves", async () => {
    await run("leaving");
    await here.shell.page.evaluate(() => window.stage.runner.suspend());
    const states = (await here.shell.events()).filter(({ type }) => type === "status");
    expect(states.map(({ status }) => (status as { status: string }).status)).toEqual([
      "loading",
      "running",
      "suspended",
    ]);
  });

  test("starts again as a whole where a worker cannot wait", async () => {
    await run("worker");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([200]);
  });

  test("whose files do not arrive answers as a network does, and may be asked again", async () => {
    await run("failing");
    const { page: shell } = here.shell;
    await shell.route("**/files/failing.gum", (route) => route.abort());
    await run("failing");
    await expect
      .poll(() => here.shell.results(), { timeout: 30_000 })
      .toEqual([["TypeError: Failed to fetch", "error"]]);
    await shell.unroute("**/files/failing.gum");
    await here.shell.inside("again()");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toHaveLength(2);
    expect((await here.shell.results())[1]).toBe(LARGE_FILES["data/plain.zip"]!.length);
  });

  test("that was updated meanwhile says so once, and goes on without the files that it lacks", async () => {
    const { page: shell } = here.shell;
    await run("failing");
    await shell.route("**/files/failing.gum", (route) =>
      route.fulfill({ status: 206, headers: { etag: '"another"' }, body: "x" }),
    );
    await run("failing");
    await expect
      .poll(() => here.shell.results(), { timeout: 30_000 })
      .toEqual([["TypeError: Failed to fetch", "error"]]);
    const events = await here.shell.events();
    expect(events.filter(({ type }) => type === "updated")).toHaveLength(1);
    expect(await shell.evaluate(() => window.stage.runner.status.status)).toBe("running");
    await shell.unroute("**/files/failing.gum");
  });

  test("gives what has arrived of a file before the rest", async () => {
    await run("streamed", { url: "/files/streamed.gum?held" });
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([[200, String(WORDS), true]]);
    await ask("streamed", "finish");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toHaveLength(2);
    expect((await here.shell.results())[1]).toEqual([WORDS, 5]);
  });

  test("ends the body of a file that stops arriving with an error, and may be asked again", async () => {
    await run("cut", { url: "/files/cut.gum?held" });
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([[200, String(WORDS), true]]);
    await ask("cut", "lose");
    const failed = [[200, String(WORDS), true], "TypeError: Failed to fetch"];
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual(failed);
    await ask("cut", "finish");
    await here.shell.inside("again()");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([...failed, WORDS]);
  });

  test("goes on where the connection was lost", async () => {
    await run("lost", { url: "/files/lost.gum?cut" });
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([sumOf("data/words.txt")]);
    const ends = asked().map((each) => /-(\d+)$/.exec(each)?.[1]);
    expect(new Set(ends).size).toBe(ends.length - 1);
  });

  test("whose pictures do not arrive lets each fail once, and may be asked again", async () => {
    // Prepared before the connection is lost.
    await run("failing-shown");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([["load", "load"]]);
    let refused = 0;
    await here.shell.page.route("**/files/failing-shown.gum", (route) => {
      refused += 1;
      return route.fulfill({ status: 404 });
    });
    await run("failing-shown");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([["error", "error"]]);
    expect(refused).toBe(2);
    await here.shell.page.unroute("**/files/failing-shown.gum");
    await here.shell.inside("again()");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([["error", "error"], "load"]);
  });

  test("gives a hostile app each file once, and nothing that it does not have", async () => {
    const { page: shell } = here.shell;
    await handOverPorts(shell);
    await reload();
    here.stage.requests.length = 0;
    await run("hostile");
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([200]);
    expect(await shell.evaluate(() => window.stage.runner.status.status)).toBe("running");
    const { length } = LARGE_FILES["data/plain.zip"]!;
    const sizes = asked().map((each) => {
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(each) ?? [];
      return Number(to) - Number(from);
    });
    expect(sizes.filter((size) => Math.abs(size - length) < 10_000)).toHaveLength(1);
  });

  test("with the bytes of another app has files of its own", async () => {
    const { page: shell } = here.shell;
    await run("failing", { url: "/files/failing.gum?first" });
    await shell.route(
      ({ search }) => search === "?first",
      (route) => route.fulfill({ status: 404 }),
    );
    await run("failing");
    const { length } = LARGE_FILES["data/plain.zip"]!;
    await expect.poll(() => here.shell.results(), { timeout: 30_000 }).toEqual([[length, "load"]]);
  });

  test("that is not the one of the hash does not start", async () => {
    const events = await run("roads", { sha256: hashOf(Buffer.from("other")) });
    expect(events.filter(({ type }) => type === "status").at(-1)).toMatchObject({
      status: { status: "failed", code: "package_invalid" },
    });
  });
});
