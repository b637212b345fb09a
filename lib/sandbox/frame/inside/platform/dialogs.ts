/**
 * alert, confirm and prompt, drawn by the host. A frame cannot block while a person reads, so a question first returns "no".
 * If the person answers otherwise, the code that asked runs again and gets that answer: the event is dispatched again, a page
 * that was still loading is restarted, and a loop that is still running asks again by itself.
 */
import { ask } from "@/lib/sandbox/frame/inside/channel";
import { restartWith } from "@/lib/sandbox/frame/inside/platform/navigation";
import { define, realm } from "@/lib/sandbox/frame/inside/realm";
import type { DialogAnswer } from "@/lib/sandbox/protocol/to-frame";

/** A loop that is still running has asked again by then. */
const ASKS_AGAIN_MS = 300;
const REMEMBERED_MS = 30_000;
/** The most answers that a restarted page receives. */
const CARRIED_MAX = 20;

type Kind = DialogAnswer["kind"];

/** The answers that were given while one event or task was handled, over all of its passes. */
interface Chain {
  answers: DialogAnswer[];
  /** Those of `answers` that the current pass has not used yet. */
  left: DialogAnswer[];
  /** Alerts that were shown in an earlier pass. */
  shown: Set<string>;
}

/** Answers for the next matching question: of a loop, or of a page that was restarted. */
const remembered: (DialogAnswer & { until: number })[] = [];
const given: DialogAnswer[] = [];
const open = new Set<string>();
let chain: Chain | null = null;
/** The page is about to restart; further questions are ignored. */
let leaving = false;
let task: (() => void) | null = null;

/** Loads the answers that were given before the page restarted. */
export function loadAnswers(answers: readonly DialogAnswer[]): void {
  given.push(...answers);
  remembered.push(...answers.map((answer) => ({ ...answer, until: Infinity })));
}

export function installDialogs(): void {
  define(window, "alert", (message: unknown = "") => tellPerson(String(message)));
  define(window, "confirm", (message: unknown = "") => question("confirm", String(message), "") === true);
  define(window, "prompt", (message: unknown = "", value: unknown = "") => {
    const answer = question("prompt", String(message), String(value));
    return typeof answer === "string" ? answer : null;
  });
  for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"] as const) rememberTask(name);
}

function tellPerson(message: string): void {
  if (chain?.shown.has(message)) return;
  chain?.shown.add(message);
  lastAlerts.add(message);
  // A question asked in the same task must not show these alerts again when it is replayed.
  realm.setTimeout(() => lastAlerts.delete(message));
  ask("alert", { message }).catch(() => {});
}
const lastAlerts = new Set<string>();

/** Records which callback is running, so that a question asked in it can run it again. */
function rememberTask(name: "setTimeout" | "setInterval" | "requestAnimationFrame"): void {
  const native = window[name] as (callback: unknown, ...rest: unknown[]) => number;
  define(window, name, function (this: unknown, callback: unknown, ...rest: unknown[]): number {
    if (typeof callback !== "function") return native.call(window, callback, ...rest);
    return native.call(
      window,
      function (this: unknown, ...args: unknown[]) {
        const outer = task;
        task = () => Reflect.apply(callback, this, args);
        try {
          return Reflect.apply(callback, this, args) as unknown;
        } finally {
          task = outer;
        }
      },
      ...rest,
    );
  });
}

function question(kind: Kind, message: string, value: string): DialogAnswer["value"] {
  const known = take(chain?.left ?? [], kind, message) ?? take(remembered, kind, message);
  if (known) return known.value;
  if (leaving) return null;
  const id = `${kind}\0${message}`;
  if (open.has(id)) return null;
  open.add(id);
  const before: Chain = chain ?? { answers: [], left: [], shown: new Set(lastAlerts) };
  const repeat = howToRepeat(before);
  const asked = kind === "confirm" ? ask("confirm", { message }) : ask("prompt", { message, value });
  asked
    .then((answer) => {
      open.delete(id);
      const positive = kind === "confirm" ? answer === true : typeof answer === "string";
      if (!positive) return;
      const kept: DialogAnswer = { kind, message, value: answer as boolean | string };
      given.push(kept);
      repeat(kept);
    })
    .catch(() => open.delete(id));
  return null;
}

function take(
  answers: (DialogAnswer & { until?: number })[],
  kind: Kind,
  message: string,
): DialogAnswer | null {
  const now = realm.now();
  const index = answers.findIndex((answer) => {
    return answer.kind === kind && answer.message === message && (answer.until ?? Infinity) > now;
  });
  return index < 0 ? null : answers.splice(index, 1)[0]!;
}

function howToRepeat(before: Chain): (answer: DialogAnswer) => void {
  const event = window.event;
  if (event && !(event.target instanceof MessagePort)) {
    const target = event.composedPath()[0] ?? event.target;
    const Kind = event.constructor as new (type: string, init: Event) => Event;
    return (answer) => inChain(before, answer, () => void target?.dispatchEvent(new Kind(event.type, event)));
  }
  if (document.readyState === "loading") {
    return () => {
      leaving = true;
      restartWith(given.slice(-CARRIED_MAX));
    };
  }
  const callback = task;
  return (answer) => {
    remembered.push({ ...answer, until: realm.now() + REMEMBERED_MS });
    realm.setTimeout(() => {
      if (callback && take(remembered, answer.kind, answer.message)) inChain(before, answer, callback);
    }, ASKS_AGAIN_MS);
  };
}

/** Runs the code again with all answers so far. */
function inChain(before: Chain, answer: DialogAnswer, run: () => void): void {
  const answers = [...before.answers, answer];
  const outer = chain;
  chain = { answers, left: [...answers], shown: before.shown };
  try {
    run();
  } finally {
    chain = outer;
  }
}
