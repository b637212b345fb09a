/**
 * QuickJS with the prelude and one script: in a worker of the frame, and on the server for a run that is run again.
 *
 * Untrusted: the script inside the engine. It reaches only `__host`, which takes JSON strings. The maximum of
 * the WebAssembly.Memory limits its memory (scripts can exceed the engine's own limit), its stack is 128 KB, and each turn
 * has a deadline. Near the memory limit the engine may not check the deadline; whoever owns the thread ends it then.
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
import type { QuickjsStart } from "@/lib/sandbox/protocol/quickjs";
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

export interface EngineProblem {
  message: string;
  stack: string;
  fatal: boolean;
}

export interface EngineOptions {
  start: Omit<QuickjsStart, "type">;
  /** A message from the script's side. */
  receive: (type: string, json: string) => void;
  problem: (problem: EngineProblem) => void;
  /** The engine itself has failed, and runs nothing any more. */
  onFailed?: () => void;
  /** A turn has left jobs over; call `more`. */
  onMore: () => void;
  /** How long all turns together may take. */
  ms?: number;
}

export class Engine {
  readonly #options: EngineOptions;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #dispatch: QuickJSHandle;
  #deadline = Infinity;
  #endsAt: number | null = null;
  #failed = false;

  private constructor(options: EngineOptions, runtime: QuickJSRuntime) {
    this.#options = options;
    this.#runtime = runtime;
    const { memoryMb, files: fileList, facts, deterministic } = options.start;
    runtime.setMemoryLimit(memoryMb * 1024 * 1024);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => performance.now() > this.#deadline);
    const files = new Map(fileList);
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
    this.#context = context;
    const host = context.newFunction("__host", (type, json) => {
      options.receive(context.getString(type), context.getString(json));
    });
    context.setProp(context.global, "__host", host);
    host.dispose();
    const factsJson = context.newString(JSON.stringify({ ...facts, deterministic }));
    context.setProp(context.global, "__facts", factsJson);
    factsJson.dispose();
    context.unwrapResult(context.evalCode(PRELUDE, "gum.js")).dispose();
    this.#dispatch = context.getProp(context.global, "__dispatch");
    context.unwrapResult(context.evalCode("delete globalThis.__dispatch")).dispose();
  }

  static async open(options: EngineOptions): Promise<Engine> {
    const { memoryMb } = options.start;
    const maximum = Math.max(PAGES_MIN, Math.ceil(memoryMb * PAGES_PER_MB) + ENGINE_PAGES);
    const wasmMemory = new WebAssembly.Memory({ initial: PAGES_MIN, maximum });
    const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
    return new Engine(options, quickjs.newRuntime());
  }

  /** Runs the script itself. */
  begin(): void {
    const { entry, files } = this.#options.start;
    const code = files.find(([name]) => name === entry)![1];
    this.#turn(() => {
      const result = this.#context.evalCode(code, entry, { type: "module" });
      if (result.error) return this.#report(result.error, true);
      this.#watchModule(result.value);
    }, START_MS);
  }

  dispatch(kind: string, message: object): void {
    this.#turn(() => {
      const context = this.#context;
      const type = context.newString(kind);
      const json = context.newString(JSON.stringify(message));
      const result = context.callFunction(this.#dispatch, context.undefined, type, json);
      type.dispose();
      json.dispose();
      if (result.error) this.#report(result.error, false);
      else result.value.dispose();
    });
  }

  /** Runs jobs that an earlier turn has left over. */
  more(): void {
    this.#turn(() => undefined);
  }

  get isLate(): boolean {
    return performance.now() > (this.#endsAt ?? Infinity);
  }

  usedBytes(): number {
    if (this.#failed) return 0;
    const usage = this.#runtime.computeMemoryUsage();
    const { memory_used_size: used } = this.#context.dump(usage) as { memory_used_size: number };
    usage.dispose();
    return used;
  }

  /** Runs an action in the engine and then its promise jobs, all before the deadline. */
  #turn(action: () => void, ms = TURN_MS): void {
    if (this.#failed) return;
    const now = performance.now();
    this.#endsAt ??= now + (this.#options.ms ?? Infinity);
    this.#deadline = Math.min(now + ms, this.#endsAt);
    try {
      action();
      const jobs = this.#runtime.executePendingJobs(JOBS_PER_TURN);
      if (jobs.error) this.#report(jobs.error, false);
      else if (jobs.value >= JOBS_PER_TURN) this.#options.onMore();
    } catch (error) {
      this.#failed = true;
      this.#options.onFailed?.();
      this.#options.problem(failureOf(error));
    } finally {
      this.#deadline = Infinity;
    }
  }

  /** A module with top-level await evaluates to a promise; its rejection is reported when it happens. */
  #watchModule(value: QuickJSHandle): void {
    const context = this.#context;
    const state = context.getPromiseState(value);
    if (state.type === "rejected") this.#report(state.error, true);
    else if (state.type === "pending") {
      const rejected = context.newFunction("rejected", (error) => this.#report(error.dup(), true));
      const caught = context.getProp(value, "catch");
      context.callFunction(caught, value, rejected).dispose();
      caught.dispose();
      rejected.dispose();
    } else if (!state.notAPromise) state.value.dispose();
    value.dispose();
  }

  #report(error: QuickJSHandle, fatal: boolean): void {
    const dumped = this.#context.dump(error) as { name?: string; message?: string; stack?: string } | string;
    error.dispose();
    if (typeof dumped !== "object" || dumped === null)
      return this.#options.problem({ message: String(dumped), stack: "", fatal });
    const message =
      dumped.message === "interrupted"
        ? "The script took too long and was stopped."
        : `${dumped.name}: ${dumped.message}`;
    this.#options.problem({ message, stack: dumped.stack ?? "", fatal });
  }
}

/** What ends a run after the engine itself failed, usually because it ran out of memory. */
export function failureOf(error: unknown): EngineProblem {
  const text = error instanceof Error ? error.message : String(error);
  const message = /memory|bounds/i.test(text) ? "The app has used up its memory." : text;
  return { message, stack: "", fatal: true };
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
