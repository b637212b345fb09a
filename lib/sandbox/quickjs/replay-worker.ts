/**
 * Runs a recorded QuickJS run again, in a thread of the server.
 *
 * Trust model. Untrusted: script and log. The engine bounds what the script reaches; its owner ends this thread if it is late.
 */
import { parentPort, workerData } from "node:worker_threads";
import { readLog } from "@/lib/sandbox/protocol/recording";
import type { ReplayOrder, ReplayOutcome, ReplayedScore } from "@/lib/sandbox/protocol/replay";
import { Engine } from "./engine";

async function replay({ log, ms, facts, ...setup }: ReplayOrder): Promise<ReplayOutcome> {
  const run = readLog(log);
  if (!run) return { scores: [], problem: "The log cannot be read." };
  const scores: ReplayedScore[] = [];
  let problem: string | null = null;
  let hasMore = false;
  const engine = await Engine.open({
    start: { ...setup, facts: { ...facts, ...run.facts, restored: null } },
    ms,
    receive: (type, json) => {
      if (type === "call") collect(json, scores);
    },
    // Errors of the script itself are part of its run.
    problem: ({ message }) => {
      if (/took too long|came too early/.test(message)) problem ??= message;
    },
    onFailed: () => {
      problem ??= "The engine has failed.";
    },
    onMore: () => {
      hasMore = true;
    },
  });
  engine.begin();
  for (const { kind, message, at } of run.inputs) {
    if (problem !== null) break;
    if (engine.isLate) problem = "The run took too long.";
    else if (kind !== "more") engine.dispatch(kind, { ...message, at: setup.deterministic.startMs + at });
    else if (hasMore) {
      hasMore = false;
      engine.more();
    } else problem = "The log has a turn too many.";
  }
  return { scores, problem };
}

function collect(json: string, scores: ReplayedScore[]): void {
  const { name, call, args } = JSON.parse(json) as { name: string; call: number; args: string };
  if (name !== "scoreSubmit") return;
  const [board, value] = JSON.parse(args) as unknown[];
  if (typeof board === "string" && typeof value === "number") scores.push({ call, board, value });
}

void replay(workerData as ReplayOrder).then(
  (outcome) => parentPort!.postMessage(outcome),
  (error: unknown) => parentPort!.postMessage({ scores: [], problem: String(error) } satisfies ReplayOutcome),
);
