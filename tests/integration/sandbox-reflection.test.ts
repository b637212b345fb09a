/** What the frame replaces looks by reflection as it does in a tab: names, order, flags, lengths, source texts, prototypes. */
import { describe, expect, test } from "vitest";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();

/** Interfaces of which the frame replaces the constructor or members. */
const INTERFACES = [
  "Storage",
  "XMLHttpRequest",
  "XMLHttpRequestEventTarget",
  "XMLHttpRequestUpload",
  "WebSocket",
  "EventSource",
  "Worker",
  "SharedWorker",
  "Notification",
  "Request",
  "Response",
  "History",
  "HTMLImageElement",
  "HTMLScriptElement",
  "HTMLElement",
  "Element",
  "Node",
  "LockManager",
  "StorageManager",
  "Audio",
  "FontFace",
  "CSSStyleSheet",
  "CSSStyleDeclaration",
  "IDBFactory",
  "IDBDatabase",
  "IDBObjectStore",
  "IDBIndex",
  "IDBKeyRange",
  "IDBCursor",
  "IDBCursorWithValue",
  "IDBRequest",
  "IDBOpenDBRequest",
  "IDBTransaction",
  "IDBVersionChangeEvent",
];
/** Single functions and accessors. */
const MEMBERS = [
  ["window", "fetch"],
  ["window", "open"],
  ["window", "alert"],
  ["window", "confirm"],
  ["window", "prompt"],
  ["window", "postMessage"],
  ["window", "localStorage"],
  ["window", "sessionStorage"],
  ["window", "indexedDB"],
  ["window", "WebSocket"],
  ["window", "XMLHttpRequest"],
  ["Document.prototype", "cookie"],
  ["Document.prototype", "write"],
  ["Navigator.prototype", "sendBeacon"],
  ["Navigator.prototype", "getGamepads"],
  ["URL", "createObjectURL"],
  ["Function.prototype", "toString"],
];

const SCRIPT = `
const flags = (o, k) => { const d = Object.getOwnPropertyDescriptor(o, k); if (!d) return "absent";
  const of = (f) => typeof f === "function" ? [f.name, f.length, Function.prototype.toString.call(f).replace(/\\s+/g, " ").slice(0, 80)].join(" ") : f === undefined ? "-" : typeof f;
  return ["value" in d ? "v" : "a", +d.enumerable, +d.configurable, +!!d.writable, "value" in d ? of(d.value) : of(d.get) + "/" + of(d.set)].join("|") };
const keys = (o) => Reflect.ownKeys(o).map(String);
const said = {};
for (const name of ${JSON.stringify(INTERFACES)}) {
  const I = window[name]; if (!I) { said[name] = "absent"; continue }
  const parent = Object.getPrototypeOf(I);
  said[name] = { own: flags(window, name), parent: parent && parent.name, proto: I.prototype && String(Object.getPrototypeOf(I.prototype)?.constructor?.name),
    back: I.prototype.constructor === I, tag: String(I.prototype[Symbol.toStringTag]), keys: keys(I), members: {}, order: keys(I.prototype) };
  for (const k of Reflect.ownKeys(I)) if (k !== "prototype") said[name].members["static " + String(k)] = flags(I, k);
  for (const k of Reflect.ownKeys(I.prototype)) said[name].members[String(k)] = flags(I.prototype, k);
}
for (const [owner, k] of ${JSON.stringify(MEMBERS)}) said[owner + "." + k] = flags(eval(owner), k);
const x = new XMLHttpRequest(); const names = []; for (const k in x) names.push(k);
said["for in XMLHttpRequest"] = names; said["own XMLHttpRequest"] = keys(x); said["xhr"] = [String(x), x instanceof XMLHttpRequest, x instanceof EventTarget];
const w = new WebSocket("wss://example.com/"); w.onerror = () => {}; const wk = []; for (const k in w) wk.push(k);
said["for in WebSocket"] = wk; said["own WebSocket"] = keys(w); said["WebSocket"] = String(w);
for (const wrong of [() => XMLHttpRequest.prototype.readyState, () => XMLHttpRequest.prototype.open.call({}, "GET", "x"), () => Storage.prototype.getItem.call({}, "x"), () => XMLHttpRequest(), () => WebSocket("wss://a.example"), () => new WebSocket()])
  try { said["wrong " + wrong] = String(wrong()) } catch (e) { said["wrong " + wrong] = e.name }
`;

/** Differences that a page cannot come upon by copying or calling, each with its reason. */
const KNOWN: readonly RegExp[] = [
  // What a script element holds passes through these, which other nodes inherit.
  /^\.HTMLScriptElement\.(?:members\.(?:appendChild|append)|order):/,
  // There is no such file system in a frame; apps that look for it find none.
  /^\.StorageManager\.(?:members\.getDirectory|order|keys):/,
  // The in-memory databases keep these in the objects themselves.
  /^\.IDB\w+\.(?:keys|order|parent|proto|back|tag):/,
  /^\.IDB\w+\.members\.\w+: "a\|.* is undefined$/,
  /^\.IDB\w+\.members\.\w+: undefined is /,
  // Set by the databases themselves.
  /^\.IDB\w+\.members\.\w+: "a\|[^"]*\/-" is "a\|[^"]*\/set /,
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

describe("reflection", () => {
  test("the interfaces that are replaced look as they do in a tab", async () => {
    const tab = await here.stage.page();
    await tab.goto(`${here.stage.origin}/open?${here.stage.offer(() => `<!doctype html><body></body>`)}`);
    const there = await tab.evaluate<Said>(`(() => { ${SCRIPT}; return said })()`);
    await tab.close();
    const files = { "index.html": page("result(1)"), "db.js": "indexedDB" };
    await here.shell.run({ files, manifest: { required_capabilities: ["eval"] } });
    const inFrame = await here.shell.inside<Said>(`(() => { ${SCRIPT}; return said })()`);
    const found = differences(there, inFrame, "").filter((each) => !KNOWN.some((known) => known.test(each)));
    expect(found).toEqual([]);
  });
});
