/** Request and response of the server's worker thread that replays a QuickJS run. */
import type { QuickjsSetup, QuickjsStart } from "@/lib/sandbox/protocol/quickjs";

export interface ReplayOrder extends Pick<QuickjsStart, "entry" | "files" | "memoryMb"> {
  facts: Pick<QuickjsStart["facts"], "app" | "userId">;
  deterministic: NonNullable<QuickjsSetup["deterministic"]>;
  log: string;
  /** How long the script may run. */
  ms: number;
}

export interface ReplayedScore {
  call: number;
  board: string;
  value: number;
}

export interface ReplayOutcome {
  /** The submitted scores, in order. */
  scores: ReplayedScore[];
  /** Why the run does not count; null if it does. */
  problem: string | null;
}
