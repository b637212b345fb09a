/** The worker that runs a QuickJS app, and records its inputs if its scores are to be verified. */
import type { FromWorker, QuickjsStart, ToWorker } from "@/lib/sandbox/protocol/quickjs";
import { isRecorded, Recording, type InputKind } from "@/lib/sandbox/protocol/recording";
import { Engine, failureOf, type EngineProblem } from "./engine";

const NEXT_TURN = new MessageChannel();

let engine: Engine | null = null;
let turnScheduled = false;
/** Of a run that is recorded. */
let recorded: { recording: Recording; startMs: number; startedAt: number; lastAt: number } | null = null;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const post = (message: FromWorker): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") void start(data).catch((error: unknown) => problem(failureOf(error)));
  else if (data.type === "ping") post({ type: "pong", usedBytes: engine?.usedBytes() ?? 0 });
  // Of a recorded run nothing is restored: what it begins with is the seed.
  else if (data.type === "state" && recorded) post({ type: "state", ask: data.ask, json: null });
  else dispatch(data.type, data);
};
NEXT_TURN.port1.onmessage = () => {
  turnScheduled = false;
  record("more", {});
  engine?.more();
};

async function start({ type: _, ...message }: QuickjsStart): Promise<void> {
  const { facts, deterministic } = message;
  const opened = await Engine.open({
    start: message,
    receive,
    problem,
    onFailed: stop,
    onMore: () => {
      if (!turnScheduled) NEXT_TURN.port2.postMessage(0);
      turnScheduled = true;
    },
  });
  if (deterministic?.recorded) {
    const { startMs } = deterministic;
    recorded = { recording: new Recording(facts), startMs, startedAt: Date.now(), lastAt: 0 };
  }
  engine = opened;
  engine.begin();
}

/** @returns the time of the input by the clock of the run, where that counts */
function record(kind: InputKind, message: object): { at: number } | null {
  if (!recorded) return null;
  // The clock of a device may be set back.
  const at = Math.max(recorded.lastAt, Date.now() - recorded.startedAt);
  recorded.lastAt = at;
  recorded.recording.add(at, kind, message as Record<string, unknown>);
  return { at: recorded.startMs + at };
}

function dispatch(kind: string, message: object): void {
  const time = isRecorded(kind) ? record(kind, message) : null;
  engine?.dispatch(kind, { ...message, ...time });
}

/** Handles a message from inside the engine. */
function receive(type: string, json: string): void {
  const message = JSON.parse(json) as object;
  switch (type) {
    case "timer": {
      const { id, ms, repeats } = message as { id: number; ms: number; repeats: boolean };
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
    case "call":
      post({ ...message, type, log: logFor(message as { name: string }) } as FromWorker);
      return;
    case "render":
    case "wantFrame":
    case "console":
    case "problem":
    case "state":
      post({ ...message, type } as FromWorker);
      return;
    case "keys":
      post({ type: "render", tree: null, keys: (message as { on: boolean }).on });
  }
}

/** A score is sent with the recorded inputs so far. */
function logFor({ name }: { name: string }): string | null {
  return name === "scoreSubmit" ? (recorded?.recording.log ?? null) : null;
}

function problem(report: EngineProblem): void {
  post({ type: "problem", ...report });
}

function stop(): void {
  engine = null;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}
