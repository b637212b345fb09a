/** What the full run tries in another engine: pages in the frame and the ways out of it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AHEAD } from "../leaks-ahead";
import { APIS, HINTS, SCRIPTS } from "../leaks-by-code";
import { FRAMES, MEDIA, NAVIGATION, STYLES } from "../leaks-by-page";
import { CORNERS } from "../leaks-corners";
import { NEWER, NEWER_PAGES } from "../leaks-newer";
import { notHere } from "../not-here";
import { FRAMEWORKS } from "../ordinary/frameworks";
import { packed, serveStage, type StageEvent } from "../sandbox-stage";
import { until, type Engine, type EngineName, type EnginePage } from "./engine";
import { openEngine } from "./open";
import { hasEngine } from "./install.mjs";
import { tryInEngine, type Heard } from "./leaks";
import { tryProduct } from "./product";
import { tryRooms } from "./rooms";

const OTHERS = [APIS, SCRIPTS, HINTS, MEDIA, STYLES, NAVIGATION, FRAMES, NEWER, NEWER_PAGES, CORNERS].flat();

/** Ways that an engine does not take on an open page either. */
const DEAF: Record<EngineName, RegExp> = {
  Firefox: /^focus of a link by (?:insertHTML|a child)$/,
  // WebKitGTK is built without WebRTC.
  WebKit: /WebRTC|focus of a link|dns-prefetch|names of links|by insertHTML|by XSLT|in SVG that is stopped/,
};

/** @param checkAgent is given what the engine calls itself */
export function describeEngine(name: EngineName, checkAgent: (userAgent: string) => void): void {
  const present = hasEngine(name);
  describe.skipIf(!present)(notHere(name, present, `${name} is not installed and could not be`), () => {
    describe("the frame", () => tryFrame(name, checkAgent));
    describe("the product", () => tryProduct(name));
    describe("rooms", () => tryRooms(name));
    describe("the ways out", () => tryLeaks(name));
  });
}

function tryFrame(name: EngineName, checkAgent: (userAgent: string) => void): void {
  let stage: Awaited<ReturnType<typeof serveStage>>;
  let engine: Engine;
  let page: EnginePage;
  beforeAll(async () => {
    stage = await serveStage();
    engine = await openEngine(name);
    page = await engine.page();
    await page.goto(stage.origin);
    await until(() => page.run("return Boolean(window.stage)"), "the stage is there");
  });
  afterAll(async () => {
    await engine?.close();
    await stage?.close();
  });

  test("it is this engine", async () => checkAgent(await page.run("return navigator.userAgent")));

  const run = async (files: Record<string, string | Uint8Array>, manifest = {}): Promise<void> => {
    await page.run("stage.leaksAccepted = true; await stage.run(args[0])", [packed({ files, manifest })]);
  };
  const events = (): Promise<StageEvent[]> => page.run<StageEvent[]>("return stage.events");
  const results = async (): Promise<unknown[]> =>
    (await events())
      .filter(({ type, text }) => type === "console" && String(text).startsWith("RESULT "))
      .map(({ text }) => JSON.parse(String(text).slice(7)) as unknown);
  const problems = async (): Promise<{ message: string; source: string }[]> =>
    (await events()).flatMap(({ problem }) => (problem as { message: string; source: string }) ?? []);

  test.each(FRAMEWORKS.filter(({ press }) => !press).map((each) => [each.name, each] as const))(
    "%s",
    async (_name, { files, manifest, results: count = 1 }) => {
      await run(files, manifest);
      await until(async () => (await results()).length >= count, "it tells its results");
      expect(await problems()).toEqual([]);
    },
  );

  test("a worker of a blob without a type", async () => {
    await run({
      "index.html": `<script>new Worker(URL.createObjectURL(new Blob(["postMessage(7)"]))).onmessage = (e) => console.log("RESULT " + e.data)</script>`,
    });
    expect(await until(async () => (await results())[0], "the worker answers")).toBe(7);
  });

  test("a script's fragments fill no history", async () => {
    const before = await page.run("return history.length");
    await run({
      "index.html": `<script>let n = 0, heard = 0; onhashchange = () => { heard += 1 }; const t = setInterval(() => { if (n === 5) { clearInterval(t); console.log("RESULT " + JSON.stringify([heard, location.hash, history.length])) } else location.hash = "at" + n++ }, 20)</script>`,
    });
    expect(await until(async () => (await results())[0], "it is through")).toEqual([5, "#at4", 6]);
    expect(await page.run("return history.length")).toBe(before);
  });

  test.each([
    ["of the page", { "index.html": `<p>x</p><script>throw new Error("a fault")</script>` }, "index.html"],
    [
      "of a file",
      { "index.html": `<script src="a.js"></script>`, "a.js": `throw new Error("a fault")` },
      "a.js",
    ],
  ])("an error %s is told with its message and file", async (_where, files, file) => {
    await run(files as Record<string, string>);
    const [problem] = (await until(async () => {
      const found = await problems();
      return found.length ? found : null;
    }, "the problem is told")) as { message: string; source: string }[];
    expect(problem!.message).toBe("Error: a fault");
    if (name === "WebKit") expect(problem!.source).toContain(`/${file}`);
  });

  test("a start takes the spare frame; where frames cannot move, there is none", async () => {
    await run({ "index.html": `<script>console.log("RESULT 1")</script>` });
    const parked =
      "document.getElementById('gum-frame-parking')?.shadowRoot?.querySelector('iframe') ?? null";
    await page.run(`stage.warmUp(); window.spare = ${parked}`);
    await run({ "index.html": `<script>console.log("RESULT 2")</script>` });
    expect(await until(async () => (await results())[0], "it runs")).toBe(2);
    const used =
      "[Boolean(spare), document.getElementById('place').shadowRoot.querySelector('iframe') === spare]";
    const moves = await page.run<boolean>("return 'moveBefore' in Element.prototype");
    expect(await page.run(`return ${used}`)).toEqual([moves, moves]);
  });

  test("what an app saves when it is closed is kept, though its place goes at once", async () => {
    const runs = (script: string): Promise<void> =>
      page.run("await stage.run(args[0])", [
        packed({
          id: "closed",
          keep: "account",
          files: { "index.html": `<p>x</p><script>${script}</script>` },
        }),
      ]);
    await runs(`addEventListener("pagehide", () => { localStorage.bye = "kept" }); console.log("RESULT 1")`);
    await until(async () => (await results()).length, "it runs");
    await page.run(
      "const place = document.getElementById('place'); const closed = stage.runner.destroy(); place.replaceWith(place.cloneNode()); await closed",
    );
    await runs(`console.log("RESULT " + JSON.stringify(localStorage.bye ?? null))`);
    await until(async () => (await results()).length, "it tells");
    expect(await results()).toEqual(["kept"]);
  });

  // WebKit focuses nothing in a frame that nobody has pressed yet, a field of the page neither.
  test.each(["div", "form", "body"])("a document written into an empty frame in a %s", async (name) => {
    const within = name === "body" ? ["", ""] : [`<${name}>`, `</${name}>`];
    await run({
      "index.html": `<style>body{margin:0}#f{display:block;margin:10px;border:3px solid;width:200px;height:100px}</style>${within[0]}<iframe id="f"></iframe>${within[1]}<script>onload = async () => {
        const f = document.getElementById("f"), d = f.contentDocument, passed = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        d.open(); d.write("<style>body{margin:4px}p{margin:0;height:20px}</style><p>text</p>"); d.close(); const p = d.querySelector("p"), seen = []; let heard = 0; d.addEventListener("click", () => { heard++ });
        for (const display of ["", "none", ""]) { f.style.display = display; await passed(); await passed(); seen.push(p.getClientRects().length) }
        const { left, top, width } = p.getBoundingClientRect(); p.click(); d.body.contentEditable = "true";
        const field = document.body.appendChild(document.createElement("input")); field.focus(); const can = document.activeElement === field; d.body.focus(); seen.push((document.activeElement === f) === can);
        console.log("RESULT " + JSON.stringify([...seen, left, top, width, heard, d.elementFromPoint(20, 10) === p, document.elementFromPoint(30, 20) === f]))
      }</script>`,
    });
    expect(await until(async () => (await results())[0], "it tells them")).toEqual([
      ...[1, 0, 1, true, 4, 4, 192, 1, true, true],
    ]);
    expect(await problems()).toEqual([]);
  });

  test("links to the outside read as they were written", async () => {
    await run({
      "index.html": `<a id="a" target="_blank" href="http://x.test/p?q#h">a</a><script>const b = document.createElement("a"); b.href = "https://y.test:81/z"; b.pathname = "/w"; document.body.append(b); console.log("RESULT " + JSON.stringify([a.href, a.host, a.getAttribute("href"), a.outerHTML, b.href, b.origin, String(b), a.cloneNode().search]))</script>`,
    });
    expect(await until(async () => (await results())[0], "it tells them")).toEqual([
      "http://x.test/p?q#h",
      "x.test",
      "http://x.test/p?q#h",
      '<a id="a" target="_blank" href="http://x.test/p?q#h">a</a>',
      "https://y.test:81/w",
      "https://y.test:81",
      "https://y.test:81/w",
      "?q",
    ]);
    await page.click({ css: "#a", frame: "#place" });
    const asks = "return stage.events.some(({ type, name }) => type === 'bridge' && name === 'openLink')";
    await until(() => page.run(asks), "the frame asks to open it");
  });
}

function tryLeaks(name: EngineName): void {
  let heard: Heard[];
  beforeAll(async () => {
    const controlled = AHEAD.filter((technique) => !DEAF[name].test(technique.name));
    heard = await tryInEngine(name, [...AHEAD, ...OTHERS], controlled);
  }, 900_000);

  test("the recorder hears the techniques on an open page", () => {
    const deaf = heard.filter(({ open }) => open?.length === 0).map(({ technique }) => technique.name);
    expect(deaf).toEqual([]);
  });

  test("nothing is heard of the same in an app, nor in one that is read by ranges", () => {
    const leaks = (way: "app" | "ranged"): string[][] =>
      heard.filter((each) => each[way].length).map((each) => [each.technique.name, ...each[way]]);
    expect({ app: leaks("app"), ranged: leaks("ranged") }).toEqual({ app: [], ranged: [] });
    expect(heard.length).toBeGreaterThan(200);
  });
}
