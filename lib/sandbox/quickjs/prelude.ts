/**
 * Runs inside QuickJS before the app and defines `ui`, `gum`, `console` and timers. It is bundled separately and has only
 * the language and `__host`, the one function that leaves the engine, which it hides from the app.
 */
import type { HandlerId, QuickjsStart } from "@/lib/sandbox/protocol/quickjs";
import { EARLY_TIMER_MS } from "@/lib/sandbox/protocol/limits";
import { inUtc } from "./utc-date";

type Handler = (...args: unknown[]) => unknown;
type Props = Record<string, unknown>;
interface Prelude {
  __host?: (type: string, json: string) => void;
  __facts?: string;
  __dispatch?: (kind: string, json: string) => void;
}

const globals = globalThis as unknown as Prelude & Record<string, unknown>;
const host = globals.__host!;
const facts = JSON.parse(globals.__facts!) as QuickjsStart["facts"] & {
  deterministic: QuickjsStart["deterministic"];
};
delete globals.__host;
delete globals.__facts;

const send = (type: string, value: Props): void => host(type, JSON.stringify(value));

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}

function report(thrown: unknown): void {
  const isError = thrown instanceof Error;
  const message = isError ? `${thrown.name}: ${thrown.message}` : String(thrown);
  send("problem", { message, stack: isError ? (thrown.stack ?? "") : "", fatal: false });
}

/** Errors of handlers, including async ones, are reported and never end the app. */
function run(handler: Handler, args: unknown[]): void {
  try {
    const result = handler(...args);
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}

// Clock and random. Of a recorded run the clock follows its inputs.
const isRecorded = facts.deterministic?.recorded ?? false;
let clockMs = facts.deterministic?.startMs ?? 0;
if (facts.deterministic) {
  let seed = facts.deterministic.seed | 0;
  // mulberry32
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const RealDate = Date;
  const SteadyDate = function (this: unknown, ...args: unknown[]) {
    const [year, month, ...rest] = args as number[];
    if (isRecorded && args.length > 1) args = [RealDate.UTC(year!, month, ...rest)];
    const date = args.length
      ? new (RealDate as unknown as new (...all: unknown[]) => Date)(...args)
      : new RealDate(clockMs);
    return new.target ? date : date.toString();
  } as unknown as DateConstructor;
  Object.setPrototypeOf(SteadyDate, RealDate);
  (SteadyDate as { prototype: Date }).prototype = RealDate.prototype;
  define(SteadyDate, "now", () => clockMs);
  RealDate.prototype.constructor = SteadyDate;
  define(globals, "Date", SteadyDate);
  if (isRecorded) inUtc(RealDate, define);
}
const advanceTo = (time: number): void => void (clockMs = Math.max(clockMs, time));
const startedAt = Date.now();
define(globals, "performance", { now: () => Date.now() - startedAt });

// Timers. The deterministic clock only advances to the due time of each timer that fires.
interface Timer {
  handler: Handler;
  args: unknown[];
  every: number | null;
  due: number;
}
const TIMERS_MAX = 10_000;
const timers = new Map<number, Timer>();
let lastTimer = 0;
const frames: Handler[] = [];

function addTimer(handler: unknown, ms: unknown, args: unknown[], repeats: boolean): number {
  if (typeof handler !== "function") throw new TypeError("A function is expected.");
  if (timers.size >= TIMERS_MAX) throw new Error("Too many timers.");
  const wait = Math.max(0, Number(ms) || 0);
  const id = ++lastTimer;
  timers.set(id, { handler: handler as Handler, args, every: repeats ? wait : null, due: clockMs + wait });
  send("timer", { id, ms: wait, repeats });
  return id;
}
define(globals, "setTimeout", (handler: unknown, ms?: unknown, ...args: unknown[]) =>
  addTimer(handler, ms, args, false),
);
define(globals, "setInterval", (handler: unknown, ms?: unknown, ...args: unknown[]) =>
  addTimer(handler, ms, args, true),
);
const clear = (id: number): void => {
  if (timers.delete(id)) send("clear", { id });
};
define(globals, "clearTimeout", clear);
define(globals, "clearInterval", clear);
define(globals, "requestAnimationFrame", (handler: Handler) => {
  frames.push(handler);
  send("wantFrame", {});
  return frames.length;
});

// Console.
const text = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ""}`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
};
const console = {} as Record<string, Handler>;
for (const level of ["debug", "log", "info", "warn", "error"]) {
  console[level] = (...values) => send("console", { level, text: values.map(text).join(" ") });
}
define(globals, "console", Object.freeze(console));

// The UI. Handlers in the tree become numbers. An event may refer to an earlier tree, so the last ones are kept.
const TREES_KEPT = 20;
const trees: Map<HandlerId, Handler>[] = [];
const handlerOf = (id: HandlerId): Handler | undefined => trees.find((tree) => tree.has(id))?.get(id);
let lastHandler = 0;
let onKey: Handler | null = null;

function serialise(value: unknown, handlers: Map<HandlerId, Handler>): unknown {
  if (typeof value === "function") {
    handlers.set(++lastHandler, value as Handler);
    return lastHandler;
  }
  if (Array.isArray(value)) {
    return value
      .flat(Infinity)
      .filter((item) => item !== null && item !== undefined && item !== false)
      .map((item) => serialise(typeof item === "string" ? { type: "text", text: item } : item, handlers));
  }
  if (typeof value !== "object" || value === null) return value;
  const copy: Props = {};
  for (const [name, item] of Object.entries(value))
    copy[name] = name === "draw" || name === "options" ? item : serialise(item, handlers);
  return copy;
}

const element = (type: string) => (props: Props) => ({ type, ...props });
const container =
  (type: string) =>
  (first?: unknown, ...rest: unknown[]) => {
    const isProps =
      typeof first === "object" && first !== null && !Array.isArray(first) && !("type" in first);
    return { type, ...(isProps ? (first as Props) : {}), children: isProps ? rest : [first, ...rest] };
  };
define(
  globals,
  "ui",
  Object.freeze({
    render(node: unknown) {
      const handlers = new Map<HandlerId, Handler>();
      const tree = serialise(typeof node === "string" ? { type: "text", text: node } : node, handlers);
      trees.unshift(handlers);
      trees.length = Math.min(trees.length, TREES_KEPT);
      send("render", { tree, keys: onKey !== null });
    },
    onKey(handler: Handler | null) {
      onKey = handler;
      send("keys", { on: handler !== null });
    },
    text: (content: unknown, props: Props = {}) => ({ type: "text", ...props, text: String(content) }),
    heading: (content: unknown) => ({ type: "heading", text: String(content) }),
    button: (label: unknown, press?: Handler, props: Props = {}) => ({
      type: "button",
      ...props,
      label: String(label),
      press,
    }),
    input: element("input"),
    slider: element("slider"),
    toggle: element("toggle"),
    choice: element("choice"),
    row: container("row"),
    column: container("column"),
    card: container("card"),
    grid: (columns: number, ...children: unknown[]) => ({ type: "grid", columns, children }),
    image: (file: string, props: Props) => ({ type: "image", ...props, file }),
    progress: element("progress"),
    canvas: element("canvas"),
  }),
);

// gum.
const pending = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
let lastCall = 0;
function call(name: string, ...args: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const id = ++lastCall;
    pending.set(id, { resolve, reject });
    send("call", { call: id, name, args: JSON.stringify(args) });
  });
}
let theme = facts.theme;
let locale = facts.locale;
let stateSource: Handler | null = null;
const themeListeners = new Set<Handler>();
const localeListeners = new Set<Handler>();
const listenersOf = (set: Set<Handler>) => (listener: Handler) => {
  set.add(listener);
  return () => void set.delete(listener);
};
define(
  globals,
  "gum",
  Object.freeze({
    version: 1,
    app: Object.freeze(facts.app),
    user: Object.freeze({ id: facts.userId, profile: () => call("profile") }),
    get theme() {
      return theme;
    },
    get locale() {
      return locale;
    },
    onThemeChange: listenersOf(themeListeners),
    onLocaleChange: listenersOf(localeListeners),
    ready: () => call("ready"),
    storage: Object.freeze({
      get: (key: string) => call("get", key),
      set: (key: string, value: unknown) => call("set", key, value),
      delete: (key: string) => call("delete", key),
      list: (prefix = "") => call("list", prefix),
    }),
    state: Object.freeze({
      restored: facts.restored === null ? null : (JSON.parse(facts.restored) as unknown),
      save: (source: Handler) => void (stateSource = source),
    }),
    async fetch(url: string, init: Props = {}) {
      const answer = (await call("fetch", url, init)) as {
        status: number;
        statusText: string;
        headers: Record<string, string>;
        text: string;
      };
      const { status, statusText, headers } = answer;
      return {
        ok: status >= 200 && status < 300,
        status,
        statusText,
        headers,
        text: async () => answer.text,
        json: async () => JSON.parse(answer.text) as unknown,
      };
    },
    alert: (message: unknown = "") => call("alert", String(message)),
    confirm: (message: unknown = "") => call("confirm", String(message)),
    prompt: (message: unknown = "", value: unknown = "") => call("prompt", String(message), String(value)),
    openLink: (url: string) => call("openLink", url),
    compose: (draft: { text: string }) => call("compose", { text: draft.text }),
    notify: (notice: unknown) => call("notify", notice),
    scores: Object.freeze({
      submit: (board: string, value: number) => call("scoreSubmit", board, value),
      top: (board: string, options: Props = {}) => call("scoreTop", board, options),
    }),
    capabilities: () => [...facts.capabilities],
  }),
);

// Messages from the worker.
globals.__dispatch = (kind, json) => {
  const message = JSON.parse(json) as Props;
  if (isRecorded && typeof message.at === "number") advanceTo(message.at);
  if (kind === "event") {
    const handler = handlerOf(message.handler as number);
    if (handler) run(handler, JSON.parse(message.args as string) as unknown[]);
  } else if (kind === "key") {
    if (onKey) run(onKey, [{ key: message.key, down: message.down }]);
  } else if (kind === "timer") {
    const id = message.id as number;
    const timer = timers.get(id);
    if (!timer) return;
    if (isRecorded && timer.due > clockMs + EARLY_TIMER_MS) throw new Error("The timer came too early.");
    advanceTo(timer.due);
    if (timer.every === null) timers.delete(id);
    // A browser keeps the pace of an interval, also after a late turn.
    else timer.due = (isRecorded ? timer.due : clockMs) + timer.every;
    run(timer.handler, timer.args);
  } else if (kind === "frame") {
    if (!isRecorded) advanceTo(clockMs + 1000 / 60);
    for (const handler of frames.splice(0)) run(handler, [performance.now()]);
  } else if (kind === "settle") {
    const waiter = pending.get(message.call as number);
    pending.delete(message.call as number);
    const value = message.value === "" ? undefined : (JSON.parse(message.value as string) as unknown);
    if (message.ok) waiter?.resolve(value);
    else {
      const { code, message: text } = value as { code: string; message: string };
      waiter?.reject(Object.assign(new Error(text), { code }));
    }
  } else if (kind === "facts") {
    const changed = { theme: theme !== message.theme, locale: locale !== message.locale };
    theme = message.theme as string;
    locale = message.locale as string;
    if (changed.theme) for (const listener of themeListeners) run(listener, [theme]);
    if (changed.locale) for (const listener of localeListeners) run(listener, [locale]);
  } else if (kind === "state") {
    Promise.resolve()
      .then(() => (stateSource ? stateSource() : null))
      .then(
        (state) => send("state", { ask: message.ask, json: JSON.stringify(state) ?? null }),
        () => send("state", { ask: message.ask, json: null }),
      );
  }
};
