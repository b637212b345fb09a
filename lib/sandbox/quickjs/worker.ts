/**
 * The worker that runs QuickJS.
 *
 * Trust model: the script inside the engine is hostile. It reaches only `__host`, which takes JSON strings. The maximum of
 * the WebAssembly.Memory limits its memory (scripts can exceed the engine's own limit), its stack is 128 KB, and each turn
 * has a deadline. Near the memory limit the engine may not check the deadline; then the page's watchdog terminates the worker.
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
/** For the engine's own code and stack, in addition to the script's memory. */
const ENGINE_PAGES = 96;
const PAGES_MIN = 256;
const STACK_BYTES = 128 * 1024;
const START_MS = 3_000;
const TURN_MS = 1_000;
/** Promise jobs per turn; pending messages run before the remaining jobs. */
const JOBS_PER_TURN = 1_000;
const TIMERS_MAX = 10_000;
const NEXT_TURN = new MessageChannel();

let engine: { runtime: QuickJSRuntime; context: QuickJSContext; dispatch: QuickJSHandle } | null = null;
let deadline = Infinity;
let turnScheduled = false;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const post = (message: FromWorker): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") void start(data).catch((error: unknown) => fail(error));
  else if (data.type === "ping") post({ type: "pong", usedBytes: usedBytes() });
  else dispatch(data.type, data);
};
NEXT_TURN.port1.onmessage = () => {
  turnScheduled = false;
  runTurn(() => undefined);
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
  // Errors of the normaliser never reach the script, those of the loader do.
  const unresolved = new Map<string, string>();
  runtime.setModuleLoader(
    (name) => loadModule(files, name, unresolved),
    (base, requested) => {
      try {
        return modulePath(base, requested, (name) => files.has(name));
      } catch (error) {
        unresolved.set(requested, (error as Error).message);
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
  const factsJson = context.newString(JSON.stringify({ ...facts, deterministic }));
  context.setProp(context.global, "__facts", factsJson);
  factsJson.dispose();
  context.unwrapResult(context.evalCode(PRELUDE, "gum.js")).dispose();
  const dispatchHandle = context.getProp(context.global, "__dispatch");
  context.unwrapResult(context.evalCode("delete globalThis.__dispatch")).dispose();
  engine = { runtime, context, dispatch: dispatchHandle };

  runTurn(() => {
    const result = context.evalCode(files.get(entry)!, entry, { type: "module" });
    if (result.error) return reportProblem(result.error, true);
    watchModule(result.value);
  }, START_MS);
}

/** A module with top-level await evaluates to a promise; its rejection is reported when it happens. */
function watchModule(value: QuickJSHandle): void {
  const { context } = engine!;
  const state = context.getPromiseState(value);
  if (state.type === "rejected") reportProblem(state.error, true);
  else if (state.type === "pending") {
    const rejected = context.newFunction("rejected", (error) => reportProblem(error.dup(), true));
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
  unresolved: ReadonlyMap<string, string>,
): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(unresolved.get(name) ?? `The package has no file "${name}".`);
  return name.endsWith(".json") ? `export default ${text}` : text;
}

/** Runs an action in the engine and then its promise jobs, all before the deadline. */
function runTurn(action: () => void, ms = TURN_MS): void {
  if (!engine) return;
  deadline = performance.now() + ms;
  try {
    action();
    const jobs = engine.runtime.executePendingJobs(JOBS_PER_TURN);
    if (jobs.error) reportProblem(jobs.error, false);
    else if (jobs.value >= JOBS_PER_TURN && !turnScheduled) {
      turnScheduled = true;
      NEXT_TURN.port2.postMessage(0);
    }
  } catch (error) {
    fail(error);
  } finally {
    deadline = Infinity;
  }
}

function dispatch(kind: string, message: object): void {
  runTurn(() => {
    const { context, dispatch: handle } = engine!;
    const type = context.newString(kind);
    const json = context.newString(JSON.stringify(message));
    const result = context.callFunction(handle, context.undefined, type, json);
    type.dispose();
    json.dispose();
    if (result.error) reportProblem(result.error, false);
    else result.value.dispose();
  });
}

/** Handles a message from inside the engine. */
function receive(type: string, json: string): void {
  const message = JSON.parse(json) as object;
  switch (type) {
    case "timer": {
      const { id, ms, repeats } = message as { id: number; ms: number; repeats: boolean };
      if (timers.size >= TIMERS_MAX) throw new Error("Too many timers.");
      const fire = (): void => {
        if (!repeats) timers.delete(id);
        dispatch("timer", { id });
      };
      timers.set(id, repeats ? setInterval(fire, Math.max(4, ms)) : setTimeout(fire, ms));
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

function reportProblem(error: QuickJSHandle, fatal: boolean): void {
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

/** Ends the run after the engine itself failed, usually because it ran out of memory. */
function fail(error: unknown): void {
  engine = null;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  const text = error instanceof Error ? error.message : String(error);
  const message = /memory|bounds/i.test(text) ? "The app has used up its memory." : text;
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
