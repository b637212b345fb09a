import { createHash } from "node:crypto";
import { buildPackage } from "@/lib/package/build-package";
import { makePackage } from "../support/package-bytes";
import { noise as fastNoise } from "../support/large-package";
import { ADD_WASM } from "../support/page-assets";
import { openStage, type Stage } from "../support/sandbox-stage";
import type { Bench } from "./support/bench";
import { median, type Figure, type Report } from "./support/report";

const ROUNDS = 15;
/** Each begins with a new page. */
const FIRST_STARTS = 5;
const CALLS = 400;
const TURNS = 4;
const BATCH = 20;
/** Between batches: more than 500 messages a second would be a flood. */
const PAUSE_MS = 60;
const KB = 1024;

const FIRST = `<script>window.gum ? gum.ready() : parent.postMessage("first", "*")</script>`;
const page = `<!doctype html><html><head><meta charset="utf-8"><title>App</title>${FIRST}</head><body><h1>App</h1><script src="app.js"></script></body></html>`;
const code = `const words=[${Array.from({ length: 4_000 }, (_, n) => `"word${n}"`).join(",")}];document.body.append(words.length);`;
/** Bytes that do not shrink: what is packed is as large as what is unpacked. */
const noise = (bytes: number, seed: number): Uint8Array => {
  let state = seed + 1;
  return Uint8Array.from(
    { length: bytes },
    () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16,
  );
};

/** Words in no order, which shrink to a fourth. */
const prose = (bytes: number, seed: number): Uint8Array => {
  const numbers = noise(bytes / 4, seed);
  return Buffer.from(Array.from(numbers, (n) => `w${n.toString(36)} `).join("")).subarray(0, bytes);
};

/** As the store keeps them, and the name by which it does. */
type Packed = { bytes: Uint8Array; sha256: string };

async function packageOf(
  kilobytes: number,
  fill: (bytes: number, seed: number) => Uint8Array = noise,
  { each = 128, type = "bin" } = {},
): Promise<Packed> {
  const manifest = { name: "Bench", entry: { html: "index.html" } };
  const files = new Map<string, Uint8Array>([
    ["manifest.json", Buffer.from(JSON.stringify(manifest))],
    ["index.html", Buffer.from(page)],
    ["app.js", Buffer.from(code)],
    ["add.wasm", ADD_WASM],
  ]);
  let left = kilobytes * KB - page.length - code.length;
  for (let n = 0; left > 0; n += 1, left -= each * KB)
    files.set(`assets/${n}.${type}`, fill(Math.min(left, each * KB), n));
  const bytes = await buildPackage(files);
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** In the shell's page: each start is timed from the press to the word of the app's first script. */
const hostCode = (packages: Record<string, Packed>): string => `
import { takeSpare } from "@/lib/sandbox/host/spare-frame";
import { preparePackage } from "@/lib/sandbox/host/app-package";
const place = document.getElementById("place")!;
const frames = location.origin.replace("localhost", "127.0.0.1");
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const dropSpare = async () => (await takeSpare(place))?.close();
const known: Record<string, { sha256: string; bytes: number }> = ${JSON.stringify(Object.fromEntries(Object.entries(packages).map(([name, { sha256, bytes }]) => [name, { sha256, bytes: bytes.length }])))};
const sourceOf = (name: string) => ({ kind: "url" as const, url: "/files/" + name, ...known[name] });
const services = { compose: null, egress: null, permissions: null, profile: null };
const makeRunner = (name: string, onEvent: (event: { type: string }) => void) =>
  new AppRunner({
    container: place, app: { id: "bench", name: "Bench", version: "1.0.0" }, source: sourceOf(name),
    owner: { id: "bench", keep: "memory", url: "", onStorageNews: () => () => {}, copy: null, device: null }, ui: { confirm: async () => true }, services,
    leaks: { accepted: () => true, accept: () => {} },
    shortcuts: { shell: () => [], granted: () => false, grant: () => {} }, theme: () => "dark", locale: () => "en", restored: null, onEvent,
  });
const start = async (name: string) => {
  const began = performance.now();
  let runner: AppRunner;
  const took = await new Promise<number>((resolve, reject) => {
    runner = makeRunner(name, (event) => {
      if (event.type === "ready") resolve(performance.now() - began);
      if (event.type === "status" && event.status.status === "failed") reject(new Error(event.status.message));
    });
    runner.run().catch(reject);
  });
  return { took, runner: runner! };
};
const timed = async (name: string, spare: boolean) => {
  await dropSpare();
  if (spare) { warmUp(); await sleep(250); }
  const { took, runner } = await start(name);
  await runner.destroy();
  return took;
};
const bare = () =>
  new Promise<number>((resolve) => {
    const began = performance.now();
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    const heard = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow) return;
      const took = performance.now() - began;
      removeEventListener("message", heard);
      frame.remove();
      resolve(took);
    };
    addEventListener("message", heard);
    frame.src = frames + "/files/bare.html";
    place.append(frame);
  });
/** Longest task of the page while a package of this size is fetched, unpacked and started. */
const longest = async (name: string) => {
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
  observer.observe({ type: "longtask" });
  const { took, runner } = await start(name);
  await sleep(300);
  observer.disconnect();
  await runner.destroy();
  return { took, longest: Math.max(0, ...tasks) };
};
/** As the page's message gate does: a worker reads what the frame sends, the page answers by itself. */
const openChannel = () =>
  new Promise<HTMLIFrameElement>((resolve) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = frames + "/files/channel.html";
    addEventListener("message", function heard(event) {
      if (event.source !== frame.contentWindow) return;
      removeEventListener("message", heard);
      const [fromFrame, toFrame] = event.ports as [MessagePort, MessagePort];
      const code = "onmessage = ({ data }) => (data.onmessage = ({ data }) => postMessage(data))";
      const reader = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
      reader.postMessage(fromFrame, [fromFrame]);
      reader.onmessage = ({ data }) => toFrame.postMessage({ type: "result", id: data.id, value: true });
      resolve(frame);
    });
    place.append(frame);
  });
Object.assign(window, { bench: { timed, bare, longest, start, openChannel, preparePackage, sourceOf } });
`;

/**
 * Asks its host, 1 KB each, one after the other. A frame's clock ticks in tenths of a millisecond, so the middle is told by
 * batches, the slowest by single calls.
 */
const callsOf = (ask: string): string =>
  `addEventListener("pointerdown",async()=>{const text="x".repeat(1000),single=[],batches=[];${ask}for(let i=0;i<${CALLS / BATCH};i++){const from=performance.now();for(let n=0;n<${BATCH};n++){const began=performance.now();await call(text);single.push(performance.now()-began)}batches.push((performance.now()-from)/${BATCH});await new Promise((ok)=>setTimeout(ok,${PAUSE_MS}))}console.log("TIMES "+JSON.stringify({single,batches}))})`;
const CHANNEL = `<!doctype html><body>channel<script>const out=new MessageChannel(),back=new MessageChannel();parent.postMessage(0,"*",[out.port2,back.port2]);${callsOf(
  `let id=0;const waiting=new Map();back.port1.onmessage=({data})=>{waiting.get(data.id)(data.value);waiting.delete(data.id)};const call=(text)=>new Promise((ok)=>{waiting.set(++id,ok);out.port1.postMessage({type:"call",id,params:{text}})});`,
)}</script>`;
const CALLER = `<!doctype html><body>calls<script>gum.ready();${callsOf("const call=(text)=>gum.confirm(text);")}</script>`;

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;

type Shell = Awaited<ReturnType<Stage["open"]>>;

async function samples(shell: Shell, code: string): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    const value = (await shell.page.evaluate(code)) as number;
    // The first ones fill caches.
    if (round >= 3) values.push(value);
  }
  return values;
}

/** Of packages that are not here yet; a package of 5 MB is fetched whole, larger ones start before they are there. */
async function firstStarts(shell: Shell, report: Report): Promise<void> {
  for (const spare of [false, true]) {
    let base: Figure["base"];
    for (const [file, size] of [
      ["small.gum", "50 KB"],
      ["large.gum", "5 MB"],
      ["30.gum", "30 MB"],
      ["100.gum", "100 MB"],
    ] as const) {
      const values: number[] = [];
      for (let round = 0; round < FIRST_STARTS; round += 1) {
        await shell.page.reload();
        await shell.page.waitForFunction(() => "bench" in window);
        values.push((await shell.page.evaluate(`bench.timed("${file}", ${spare})`)) as number);
      }
      const value = median(values);
      const what = `press to first script, first start of ${size}, ${spare ? "a frame ready" : "no frame ready"}`;
      report.figure({ what, value, unit: "ms", ...(base && { base, limit: 1.5 }) });
      if (size === "5 MB") base = { name: "that of 5 MB", value };
    }
  }
}

interface Times {
  single: number[];
  batches: number[];
}

/** Times of one-by-one calls out of a frame; the press that lets them be made is a real one. */
async function calls(shell: Shell, open: string): Promise<Times> {
  const told = shell.page.waitForEvent("console", {
    predicate: (message) => message.text().startsWith("TIMES "),
    timeout: 30_000,
  });
  await shell.page.evaluate(open);
  // The next spare frame is made by now: it would share the processor with the calls.
  await shell.page.waitForTimeout(2_500);
  await shell.page.mouse.click(300, 300);
  const { single, batches } = JSON.parse((await told).text().slice(6)) as Times;
  // The first ones warm up.
  return { single: single.slice(CALLS / 4), batches: batches.slice(CALLS / BATCH / 4) };
}

function add(all: Times, more: Times): void {
  all.single.push(...more.single);
  all.batches.push(...more.batches);
}

const bench: Bench = {
  title: "Apps in their frame: from the press to the first script, and calls over the bridge",
  run: async ({ report, closing }) => {
    const packages = {
      "small.gum": await packageOf(50),
      "large.gum": await packageOf(5 * KB),
      "fresh.gum": await packageOf(20 * KB, prose, { each: 2 * KB }),
      "30.gum": await packageOf(30 * KB, fastNoise, { each: 5 * KB, type: "zip" }),
      "100.gum": await packageOf(99 * KB, fastNoise, { each: 5 * KB, type: "zip" }),
    };
    report.note(
      `the fresh package has ${(packages["fresh.gum"].bytes.length / KB / KB).toFixed(1)} MB packed, 20 MB unpacked`,
    );
    const stage = await openStage({
      hostCode: hostCode(packages),
      files: {
        ...Object.fromEntries(Object.entries(packages).map(([name, { bytes }]) => [name, bytes])),
        "caller.gum": makePackage(
          { name: "Caller", entry: { html: "index.html" } },
          { "index.html": CALLER },
        ),
        "bare.html": Buffer.from(page),
        "app.js": Buffer.from(code),
        "channel.html": Buffer.from(CHANNEL),
      },
    });
    closing(() => stage.close());
    const shell = await stage.open();
    const name = "a bare cross-site frame";
    const bare = median(await samples(shell, "bench.bare()"));
    const cold = median(await samples(shell, `bench.timed("small.gum", false)`));
    const what = "press to first script, cached package";
    report.figure({
      what: `${what} of 50 KB, no frame ready`,
      value: cold,
      unit: "ms",
      base: { name, value: bare },
      limit: 1.3,
    });
    for (const [file, size, limit] of [
      ["small.gum", "50 KB", 10],
      ["large.gum", "5 MB", 30],
    ] as const) {
      const spare = median(await samples(shell, `bench.timed("${file}", true)`));
      report.figure({ what: `${what} of ${size}, a frame ready`, value: spare, unit: "ms", limit });
    }
    await firstStarts(shell, report);
    const large = (await shell.page.evaluate(`bench.longest("fresh.gum")`)) as {
      took: number;
      longest: number;
    };
    report.figure({
      what: "longest task while 5 MB are fetched and started",
      value: large.longest,
      unit: "ms",
      limit: 50,
    });
    report.note(`that start took ${large.took.toFixed(0)} ms`);

    const ours: Times = { single: [], batches: [] };
    const channel: Times = { single: [], batches: [] };
    // Turn about, so that what else the machine does falls on both.
    for (let turn = 0; turn < TURNS; turn += 1) {
      add(
        ours,
        await calls(shell, `void bench.start("caller.gum").then(({ runner }) => { window.caller = runner })`),
      );
      await shell.page.evaluate(`window.caller?.destroy()`);
      add(
        channel,
        await calls(shell, `void bench.openChannel().then((frame) => { window.channel = frame })`),
      );
      await shell.page.evaluate(`window.channel.remove()`);
    }
    const base = { name: "bare channels and a worker" };
    report.figure({
      what: "a call of 1 KB over the bridge, p50",
      value: median(ours.batches),
      unit: "ms",
      base: { ...base, value: median(channel.batches) },
      limit: 1.3,
    });
    report.figure({
      what: "a call of 1 KB over the bridge, p99",
      value: quantile(ours.single, 0.99),
      unit: "ms",
      base: { ...base, value: quantile(channel.single, 0.99) },
      limit: 2,
    });
  },
};

export default bench;
