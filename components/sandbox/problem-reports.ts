import {
  fileOfUrl,
  messageToKeep,
  placeInStack,
  placeToKeep,
  PROBLEM_ENDINGS,
  type ProblemEnding,
} from "@/lib/apps/problem-rules";
import type { SentProblem } from "@/lib/apps/problem-contract";
import { api } from "@/lib/browser/api";
import { PROBLEM_WAIT_MS, PROBLEMS_PER_RUN } from "@/lib/config/statistics-limits";
import type { RunnerEvent } from "@/lib/sandbox/host/runner-events";

/** Reports to the server what goes wrong in one run: a few different problems, several at a time, without values in them. */
export class ProblemReports {
  readonly #appId: string;
  readonly #runToken: () => Promise<string>;
  /** Known before the page is left: then there is no time to wait for it. */
  #token: string | null = null;
  readonly #seen = new Set<string>();
  #waiting: SentProblem[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(appId: string, runToken: () => Promise<string>) {
    this.#appId = appId;
    this.#runToken = runToken;
  }

  add(event: RunnerEvent): void {
    const problem = problemOf(event);
    if (!problem || this.#seen.size >= PROBLEMS_PER_RUN) return;
    const key = JSON.stringify(problem);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#waiting.push(problem);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(this.send, PROBLEM_WAIT_MS);
    window.addEventListener("pagehide", this.send, { once: true });
    this.#runToken().then(
      (token) => (this.#token = token),
      () => undefined,
    );
  }

  /** Sends what waits. A report that does not arrive is lost. */
  readonly send = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    window.removeEventListener("pagehide", this.send);
    const problems = this.#waiting;
    this.#waiting = [];
    if (problems.length === 0 || this.#token === null) return;
    const body = { runToken: this.#token, problems };
    api(`/apps/${this.#appId}/problems`, { method: "POST", body, keepalive: true }).catch(() => undefined);
  };
}

function problemOf(event: RunnerEvent): SentProblem | null {
  if (event.type === "unresponsive") return { kind: "ended", message: event.crashed ? "crashed" : "busy" };
  if (event.type === "status") {
    const code = event.status.status === "failed" ? event.status.code : "";
    return isEnding(code) ? { kind: "ended", message: code } : null;
  }
  if (event.type !== "problem") return null;
  const { kind, message, source, line, stack } = event.problem;
  const file = fileOfUrl(source);
  const place = placeToKeep(file, line) ? { file, line } : (placeInStack(stack) ?? { file: "", line: 0 });
  return { kind, message: messageToKeep(message), ...place };
}

// What else ends a run, such as a lost connection, is not the app's doing.
const isEnding = (code: string): code is ProblemEnding =>
  (PROBLEM_ENDINGS as readonly string[]).includes(code);
