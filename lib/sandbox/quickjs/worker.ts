/**
 * The worker in which QuickJS runs.
 *
 * Trust model: the script inside the engine is hostile. It reaches nothing but `__host`, whose messages are JSON texts; its
 * memory ends at the maximum of the WebAssembly.Memory (the engine's own limit lets a script pass it), its stack at 128 KB, each
 * turn at a deadline. Near its limit the engine can be busy without asking the deadline: the page's watchdog ends the worker.
 */
import variant from "@jitl/quickjs-singlefile-browser-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from "quickjs-emscripten-core";
import PRELUDE from "gum:quickjs-prelude";
import type { FromWorker, QuickjsStart, ToWorker } from "@/lib/sandbox/protocol/quickjs";
import { modulePath } from "./module-path";

const PAGES_PER_MB = 16;
/** What the engine's own code and stack take beside the script's memory, and the least that it starts with. */
const ENGINE_PAGES = 96;
const PAGES_MIN = 256;
const STACK_BYTES = 128 * 1024;
const START_MS = 3_000;
const TURN_MS = 1_000;
/** Promise jobs done in one turn; what is left has to wait for messages that are due. */
const JOBS_PER_TURN = 1_000;
const TIMERS_MAX = 10_000;
const NUDGE = new MessageChannel();

let engine: { runtime: QuickJSRuntime; context: QuickJSContext; dispatch: QuickJSHandle } | null = null;
let deadline = Infinity;
let nudged = false;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const post = (message: FromWorker): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") void start(data).catch((error: unknown) => fail(error));
  else if (data.type === "ping") post({ type: "pong", usedBytes: usedBytes() });
  else dispatch(data.type, data);
};
NUDGE.port1.onmessage = () => {
  nudged = false;
  turn(() => undefined);
};

async function start(message: QuickjsStart): Promise<void> {
  const { memoryMb, entry, facts, deterministic } = message;
  const maximum = Math.max(PAGES_MIN, Math.ceil(memoryMb * PAGES_PER_MB) + ENGINE_PAGES);
  const wasmMemory = new WebAssembly.Memory({ initial: PAGES_MIN, maximum });
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(memoryMb * 1024 * 1024);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => performance.now() > deadline);
  const files = new Map(message.files);
  // What a normaliser throws never reaches the script; its loader's errors do.
  const unknown = new Map<string, string>();
  runtime.setModuleLoader(
    (name) => loadModule(files, name, unknown),
    (base, requested) => {
      try {
        return modulePath(base, requested, (name) => files.has(name));
      } catch (error) {
        unknown.set(requested, (error as Error).message);
        return requested;
      }
    },
  );
  const context = runtime.newContext();
  const host = context.newFunction("__host", (type, json) => {
    receive(context.getString(type), context.getString(json));
  });
  context.setProp(context.global, "__host", host);
  host.dispose();
  const told = context.newString(JSON.stringify({ ...facts, deterministic }));
  context.setProp(context.global, "__facts", told);
  told.dispose();
  context.unwrapResult(context.evalCode(PRELUDE, "gum.js")).dispose();
  const found = context.getProp(context.global, "__dispatch");
  context.unwrapResult(context.evalCode("delete globalThis.__dispatch")).dispose();
  engine = { runtime, context, dispatch: found };

  turn(() => {
    const result = context.evalCode(files.get(entry)!, entry, { type: "module" });
    if (result.error) return problemOf(result.error, true);
    watchModule(result.value);
  }, START_MS);
}

/** A module that awaits answers with a promise; what it throws later is told then. */
function watchModule(value: QuickJSHandle): void {
  const { context } = engine!;
  const state = context.getPromiseState(value);
  if (state.type === "rejected") problemOf(state.error, true);
  else if (state.type === "pending") {
    const rejected = context.newFunction("rejected", (error) => problemOf(error.dup(), true));
    const caught = context.getProp(value, "catch");
    context.callFunction(caught, value, rejected).dispose();
    caught.dispose();
    rejected.dispose();
  } else if (!state.notAPromise) state.value.dispose();
  value.dispose();
}

function loadModule(
  files: ReadonlyMap<string, string>,
  name: string,
  unknown: ReadonlyMap<string, string>,
): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(unknown.get(name) ?? `The package has no file "${name}".`);
  return name.endsWith(".json") ? `export default ${text}` : text;
}

/** One turn: something happens in the engine, then its promise jobs; all of it before the deadline. */
function turn(action: () => void, ms = TURN_MS): void {
  if (!engine) return;
  deadline = performance.now() + ms;
  try {
    action();
    const jobs = engine.runtime.executePendingJobs(JOBS_PER_TURN);
    if (jobs.error) problemOf(jobs.error, false);
    else if (jobs.value >= JOBS_PER_TURN && !nudged) {
      nudged = true;
      NUDGE.port2.postMessage(0);
    }
  } catch (error) {
    fail(error);
  } finally {
    deadline = Infinity;
  }
}

function dispatch(kind: string, message: object): void {
  turn(() => {
    const { context, dispatch: handle } = engine!;
    const type = context.newString(kind);
    const json = context.newString(JSON.stringify(message));
    const result = context.callFunction(handle, context.undefined, type, json);
    type.dispose();
    json.dispose();
    if (result.error) problemOf(result.error, false);
    else result.value.dispose();
  });
}

/** From inside the engine. */
function receive(type: string, json: string): void {
  const message = JSON.parse(json) as object;
  switch (type) {
    case "timer": {
      const { id, ms, repeats } = message as { id: number; ms: number; repeats: boolean };
      if (timers.size >= TIMERS_MAX) throw new Error("Too many timers.");
      if (repeats)
        timers.set(
          id,
          setInterval(() => dispatch("timer", { id }), Math.max(4, ms)),
        );
      else
        timers.set(
          id,
          setTimeout(() => {
            timers.delete(id);
            dispatch("timer", { id });
          }, ms),
        );
      return;
    }
    case "clear": {
      const { id } = message as { id: number };
      clearTimeout(timers.get(id));
      timers.delete(id);
      return;
    }
    case "render":
    case "wantFrame":
    case "call":
    case "console":
    case "problem":
    case "state":
      post({ ...message, type } as FromWorker);
      return;
    case "keys":
      post({ type: "render", tree: null, keys: (message as { on: boolean }).on });
  }
}

function problemOf(error: QuickJSHandle, fatal: boolean): void {
  const { context } = engine!;
  const dumped = context.dump(error) as { name?: string; message?: string; stack?: string } | string;
  error.dispose();
  if (typeof dumped !== "object" || dumped === null) {
    return post({ type: "problem", message: String(dumped), stack: "", fatal });
  }
  const interrupted = dumped.message === "interrupted";
  const message = interrupted
    ? "The script took too long and was stopped."
    : `${dumped.name}: ${dumped.message}`;
  post({ type: "problem", message, stack: dumped.stack ?? "", fatal });
}

/** The engine itself broke: it ran into the end of its memory. */
function fail(error: unknown): void {
  engine = null;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  const said = error instanceof Error ? error.message : String(error);
  const message = /memory|bounds/i.test(said) ? "The app has used up its memory." : said;
  post({ type: "problem", message, stack: "", fatal: true });
}

function usedBytes(): number {
  if (!engine) return 0;
  const { runtime, context } = engine;
  const usage = runtime.computeMemoryUsage();
  const { memory_used_size: used } = context.dump(usage) as { memory_used_size: number };
  usage.dispose();
  return used;
}
