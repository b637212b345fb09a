import {
  fileNotLoaded,
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
import type { Problem, RunnerEvent } from "@/lib/sandbox/host/runner-events";

/** Reports to the server what goes wrong in one run: a few different problems, several at a time, without values in them. */
export class ProblemReports {
  readonly #appId: string;
  readonly #runToken: () => Promise<string>;
  /** Known before the page is left: then there is no time to wait for it. */
  #token: string | null = null;
  #isAsking = false;
  readonly #seen = new Set<string>();
  #hasEnded = false;
  /** It does not respond; whether that ends it is not known yet. */
  #isBusy = false;
  #waiting: SentProblem[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(appId: string, runToken: () => Promise<string>) {
    this.#appId = appId;
    this.#runToken = runToken;
  }

  add(event: RunnerEvent): void {
    if (event.type === "responsive") this.#isBusy = false;
    else if (event.type === "unresponsive" && !event.crashed) {
      this.#isBusy = true;
      this.#prepare();
    } else if (event.type === "unresponsive") this.#end("crashed");
    else if (event.type === "status") {
      // A pause that the person has ended, with "Try again" or by leaving.
      if (this.#isBusy) this.#end("busy");
      const code = event.status.status === "failed" ? event.status.code : "";
      if (isEnding(code)) this.#end(code);
    } else if (event.type === "problem" && this.#seen.size < PROBLEMS_PER_RUN)
      this.#queue(problemOf(event.problem));
  }

  /** Sends what waits, and that the app does not respond. */
  readonly end = (): void => {
    if (this.#isBusy) this.#end("busy");
    this.send();
  };

  /** Sends what waits; without a token yet, once it is there. A report that does not arrive is lost. */
  readonly send = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0 && this.#token === null) return;
    if (!this.#isBusy) this.#listen(false);
    if (this.#waiting.length === 0) return;
    const body = { runToken: this.#token, problems: this.#waiting };
    this.#waiting = [];
    api(`/apps/${this.#appId}/problems`, { method: "POST", body, keepalive: true }).catch(() => undefined);
  };

  #end(message: ProblemEnding): void {
    this.#isBusy = false;
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#queue({ kind: "ended", message });
  }

  #queue(problem: SentProblem): void {
    const key = JSON.stringify(problem);
    if (this.#seen.size >= PROBLEMS_PER_RUN || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#waiting.push(problem);
    this.#timer ??= setTimeout(this.send, PROBLEM_WAIT_MS);
    this.#prepare();
  }

  #prepare(): void {
    this.#listen(true);
    if (this.#isAsking || this.#token !== null) return;
    this.#isAsking = true;
    this.#runToken()
      .then(
        (token) => {
          this.#token = token;
          // The wait is over.
          if (this.#timer === undefined) this.send();
        },
        () => undefined,
      )
      .finally(() => (this.#isAsking = false));
  }

  #listen(on: boolean): void {
    const change = on ? "addEventListener" : "removeEventListener";
    window[change]("pagehide", this.end);
    document[change]("visibilitychange", this.#hide);
  }

  /** On a phone, a hidden page may end without a further event. */
  readonly #hide = (): void => {
    if (document.visibilityState === "hidden") this.send();
  };
}

function problemOf({ kind, message, source, line, stack }: Problem): SentProblem {
  const kept = messageToKeep(message);
  const missing = fileNotLoaded(message);
  if (missing) return { kind, message: kept, file: placeToKeep(missing, 0) && missing, line: 0 };
  const file = fileOfUrl(source);
  const place = placeToKeep(file, line) ? { file, line } : (placeInStack(stack) ?? { file: "", line: 0 });
  return { kind, message: kept, ...place };
}

// What else ends a run, such as a lost connection, is not the app's doing.
const isEnding = (code: string): code is ProblemEnding =>
  (PROBLEM_ENDINGS as readonly string[]).includes(code);
