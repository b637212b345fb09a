/** What the frame replaces looks by reflection as it does in a tab: names, order, flags, lengths, source texts, prototypes. */
import { describe, expect, test } from "vitest";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();

/** Of all interfaces and functions of a realm. */
const REALM = `
const flags = (o, k) => { const d = Object.getOwnPropertyDescriptor(o, k); if (!d) return "absent";
  const of = (f) => typeof f === "function" ? [f.name, f.length, Function.prototype.toString.call(f).replace(/\\s+/g, " ").slice(0, 80)].join(" ") : f === undefined ? "-" : typeof f;
  return ["value" in d ? "v" : "a", +d.enumerable, +d.configurable, +!!d.writable, "value" in d ? of(d.value) : of(d.get) + "/" + of(d.set)].join("|") };
const keys = (o) => Reflect.ownKeys(o).map(String);
const said = {};
const interfaceAt = (name) => { const { value } = Object.getOwnPropertyDescriptor(globalThis, name); return typeof value === "function" && value.prototype ? value : null };
for (const name of Object.getOwnPropertyNames(globalThis).sort()) {
  const I = interfaceAt(name); if (!I) { said[name] = flags(globalThis, name); continue }
  const parent = Object.getPrototypeOf(I);
  said[name] = { own: flags(globalThis, name), parent: parent && parent.name, proto: String(Object.getPrototypeOf(I.prototype)?.constructor?.name),
    back: I.prototype.constructor === I, tag: String(Object.getOwnPropertyDescriptor(I.prototype, Symbol.toStringTag)?.value), keys: keys(I), members: {}, order: keys(I.prototype) };
  for (const k of Reflect.ownKeys(I)) if (k !== "prototype") said[name].members["static " + String(k)] = flags(I, k);
  for (const k of Reflect.ownKeys(I.prototype)) said[name].members[String(k)] = flags(I.prototype, k);
}`;
const PAGE = `${REALM}
const x = new XMLHttpRequest(); const names = []; for (const k in x) names.push(k);
said["for in XMLHttpRequest"] = names; said["own XMLHttpRequest"] = keys(x); said["xhr"] = [String(x), x instanceof XMLHttpRequest, x instanceof EventTarget];
const w = new WebSocket("wss://example.com/"); w.onerror = () => {}; const wk = []; for (const k in w) wk.push(k);
said["for in WebSocket"] = wk; said["own WebSocket"] = keys(w); said["WebSocket"] = String(w);
for (const wrong of [() => XMLHttpRequest.prototype.readyState, () => XMLHttpRequest.prototype.open.call({}, "GET", "x"), () => Storage.prototype.getItem.call({}, "x"), () => XMLHttpRequest(), () => WebSocket("wss://a.example"), () => new WebSocket()])
  try { said["wrong " + wrong] = String(wrong()) } catch (e) { said["wrong " + wrong] = e.name }
`;

const WORKER = `${REALM}
postMessage(said)`;

/** Differences that a page cannot come upon by copying or calling, each with its reason. */
const KNOWN: readonly RegExp[] = [
  // Refused, and absent so that pages can see it.
  /^\.(?:(?:webkit)?RTCPeerConnection|cookieStore|navigation|PaymentRequest|show(?:Directory|OpenFile|SaveFile)Picker|(?:LinearAcceleration|Gravity|(?:Absolute|Relative)Orientation)Sensor|Accelerometer|Gyroscope|Magnetometer): /,
  // Ours, and the test's.
  /^\.(?:__gumRun|gum|result): undefined is /,
  // What a script element holds passes through these, which other nodes inherit.
  /^\.HTMLScriptElement\.(?:members\.(?:appendChild|append)|order):/,
  // The in-memory databases keep these in the objects themselves.
  /^\.IDB\w+\.(?:keys|order|parent|proto|back|tag):/,
  /^\.IDB\w+\.members\.\w+: "a\|.* is undefined$/,
  /^\.IDB\w+\.members\.\w+: undefined is /,
  // Set by the databases themselves.
  /^\.IDB\w+\.members\.\w+: "a\|[^"]*\/-" is "a\|[^"]*\/set /,
];

/** The browser takes a worker of a frame without an origin for no secure context; `crypto.subtle`, caches and storage are ours. */
const KNOWN_IN_WORKER: readonly RegExp[] = [
  / is undefined$/,
  /^[^:]*\.(?:order|keys): /,
  /^\.caches: /,
  /^\.__gumRun: /,
];

type Said = Record<string, unknown>;

function differences(there: unknown, inFrame: unknown, at: string): string[] {
  if (JSON.stringify(there) === JSON.stringify(inFrame)) return [];
  const isObject = (value: unknown): value is Said =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(there) || !isObject(inFrame))
    return [`${at}: ${JSON.stringify(there)} is ${JSON.stringify(inFrame)}`];
  return [...new Set([...Object.keys(there), ...Object.keys(inFrame)])].flatMap((key) =>
    differences(there[key], inFrame[key], `${at}.${key}`),
  );
}

const ofWorker = (url: string) =>
  `new Promise((done, fail) => { const w = new Worker(${url}); w.onmessage = ({ data }) => done(data); w.onerror = (e) => fail(new Error(e.message)) })`;

/** What a realm says in a tab, and what the same realm says in the frame. */
async function compare(known: readonly RegExp[], inTab: string, inFrame = inTab): Promise<string[]> {
  const tab = await here.stage.page();
  await tab.goto(`${here.stage.origin}/open?${here.stage.offer(() => `<!doctype html><body></body>`)}`);
  const there = await tab.evaluate<Said>(inTab);
  await tab.close();
  const files = { "index.html": page("result(1)"), "db.js": "indexedDB", "worker.js": WORKER };
  await here.shell.run({ files, manifest: { required_capabilities: ["eval"] } });
  const inside = await here.shell.inside<Said>(inFrame);
  return differences(there, inside, "").filter((each) => !known.some((pattern) => pattern.test(each)));
}

describe("reflection", () => {
  test("every interface and function of a page looks as it does in a tab", async () => {
    expect(await compare(KNOWN, `(() => { ${PAGE}; return said })()`)).toEqual([]);
  });

  test("so does every one of a worker", async () => {
    const blob = `URL.createObjectURL(new Blob([${JSON.stringify(WORKER)}]))`;
    expect(await compare([...KNOWN, ...KNOWN_IN_WORKER], ofWorker(blob), ofWorker(`"worker.js"`))).toEqual(
      [],
    );
  });
});
