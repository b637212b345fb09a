/**
 * alert, confirm and prompt, drawn by the host. A frame cannot block while a person reads, so a question first returns "no".
 * If the person answers otherwise, the code that asked runs again and gets that answer: the event is dispatched again, a page
 * that was still loading is restarted, and a loop that is still running asks again by itself.
 */
import { callHost } from "@/lib/sandbox/frame/inside/channel";
import { restartWith } from "@/lib/sandbox/frame/inside/platform/navigation";
import { define, realm } from "@/lib/sandbox/frame/inside/realm";
import type { DialogAnswer } from "@/lib/sandbox/protocol/to-frame";

/** A loop that is still running has asked again by then. */
const REPLAY_DELAY_MS = 300;
const ANSWER_TTL_MS = 30_000;
/** The most answers that a restarted page receives. */
const RESTART_ANSWERS_MAX = 20;

type Kind = DialogAnswer["kind"];

/** The answers that were given while one event or task was handled, over all of its passes. */
interface Replay {
  answers: DialogAnswer[];
  /** Those of `answers` that the current pass has not used yet. */
  unused: DialogAnswer[];
  /** Alerts that were shown in an earlier pass. */
  shown: Set<string>;
}

/** Answers for the next matching question: of a loop, or of a page that was restarted. */
const storedAnswers: (DialogAnswer & { until: number })[] = [];
const positiveAnswers: DialogAnswer[] = [];
const openQuestions = new Set<string>();
let currentReplay: Replay | null = null;
/** The page is about to restart; further questions are ignored. */
let restarting = false;
let runningTask: (() => void) | null = null;

/** Loads the answers that were given before the page restarted. */
export function loadAnswers(answers: readonly DialogAnswer[]): void {
  positiveAnswers.push(...answers);
  storedAnswers.push(...answers.map((answer) => ({ ...answer, until: Infinity })));
}

export function installDialogs(): void {
  define(window, "alert", (message: unknown = "") => showAlert(String(message)));
  define(window, "confirm", (message: unknown = "") => askPerson("confirm", String(message), "") === true);
  define(window, "prompt", (message: unknown = "", value: unknown = "") => {
    const answer = askPerson("prompt", String(message), String(value));
    return typeof answer === "string" ? answer : null;
  });
  for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"] as const) trackTask(name);
}

function showAlert(message: string): void {
  if (currentReplay?.shown.has(message)) return;
  currentReplay?.shown.add(message);
  recentAlerts.add(message);
  // A question asked in the same task must not show these alerts again when it is replayed.
  realm.setTimeout(() => recentAlerts.delete(message));
  callHost("alert", { message }).catch(() => {});
}
const recentAlerts = new Set<string>();

/** Records which callback is running, so that a question asked in it can run it again. */
function trackTask(name: "setTimeout" | "setInterval" | "requestAnimationFrame"): void {
  const native = window[name] as (callback: unknown, ...rest: unknown[]) => number;
  define(window, name, (callback: unknown, ...rest: unknown[]): number => {
    if (typeof callback !== "function") return native.call(window, callback, ...rest);
    return native.call(
      window,
      function (this: unknown, ...args: unknown[]) {
        const outer = runningTask;
        runningTask = () => Reflect.apply(callback, this, args);
        try {
          return Reflect.apply(callback, this, args) as unknown;
        } finally {
          runningTask = outer;
        }
      },
      ...rest,
    );
  });
}

function askPerson(kind: Kind, message: string, value: string): DialogAnswer["value"] {
  const storedAnswer =
    takeAnswer(currentReplay?.unused ?? [], kind, message) ?? takeAnswer(storedAnswers, kind, message);
  if (storedAnswer) return storedAnswer.value;
  if (restarting) return null;
  const id = `${kind}\0${message}`;
  if (openQuestions.has(id)) return null;
  openQuestions.add(id);
  const before: Replay = currentReplay ?? { answers: [], unused: [], shown: new Set(recentAlerts) };
  const repeat = planReplay(before);
  const response =
    kind === "confirm" ? callHost("confirm", { message }) : callHost("prompt", { message, value });
  response
    .then((answer) => {
      openQuestions.delete(id);
      const positive = kind === "confirm" ? answer === true : typeof answer === "string";
      if (!positive) return;
      const positiveAnswer: DialogAnswer = { kind, message, value: answer as boolean | string };
      positiveAnswers.push(positiveAnswer);
      repeat(positiveAnswer);
    })
    .catch(() => openQuestions.delete(id));
  return null;
}

function takeAnswer(
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

function planReplay(before: Replay): (answer: DialogAnswer) => void {
  const event = window.event;
  if (event && !(event.target instanceof MessagePort)) {
    const target = event.composedPath()[0] ?? event.target;
    const Kind = event.constructor as new (type: string, init: Event) => Event;
    return (answer) => replay(before, answer, () => void target?.dispatchEvent(new Kind(event.type, event)));
  }
  if (document.readyState === "loading") {
    return () => {
      restarting = true;
      restartWith(positiveAnswers.slice(-RESTART_ANSWERS_MAX));
    };
  }
  const callback = runningTask;
  return (answer) => {
    storedAnswers.push({ ...answer, until: realm.now() + ANSWER_TTL_MS });
    realm.setTimeout(() => {
      if (callback && takeAnswer(storedAnswers, answer.kind, answer.message))
        replay(before, answer, callback);
    }, REPLAY_DELAY_MS);
  };
}

/** Runs the code again with all answers so far. */
function replay(before: Replay, answer: DialogAnswer, run: () => void): void {
  const answers = [...before.answers, answer];
  const outer = currentReplay;
  currentReplay = { answers, unused: [...answers], shown: before.shown };
  try {
    run();
  } finally {
    currentReplay = outer;
  }
}
