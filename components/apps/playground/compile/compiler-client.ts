/** Builds in a worker, which loads esbuild with the first build. */
export type CompileError = { text: string; file: string; line: number; column: number };

export type CompileJob = {
  files: [path: string, text: string][];
  entries: string[];
  format: "esm" | "iife";
  /** Names that an import map resolves. */
  mapped: string[];
  jsxRuntime: string;
  tsconfig: string;
};
type CompileResult = { outputs: [path: string, text: string][]; errors: CompileError[] };
type Answer = { id: number } & (CompileResult | { failed: string });

let worker: Worker | null = null;
let nextId = 0;
const waiting = new Map<
  number,
  { resolve: (result: CompileResult) => void; reject: (error: Error) => void }
>();

/** @throws Error if the compiler cannot be loaded; the next build tries again */
export function runCompiler(job: CompileJob): Promise<CompileResult> {
  const running = (worker ??= startWorker());
  const id = nextId++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    running.postMessage({ id, ...job });
  });
}

function startWorker(): Worker {
  const started = new Worker("/compiler/worker.js");
  started.onmessage = ({ data }: MessageEvent<Answer>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (!("failed" in data)) return call?.resolve(data);
    stopWorker();
    call?.reject(new Error(data.failed));
  };
  started.onerror = (event) => {
    event.preventDefault();
    stopWorker();
    for (const { reject } of waiting.values())
      reject(new Error(event.message || "The compiler could not be loaded."));
    waiting.clear();
  };
  return started;
}

function stopWorker(): void {
  worker?.terminate();
  worker = null;
}
