import type { CompileJob, CompileResult } from "@/lib/package/compile-files";

/** Builds in a worker, which loads esbuild with the first build. */
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
  const started = new Worker("/compiler/worker.js", { type: "module" });
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
