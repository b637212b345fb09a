/**
 * alert, confirm and prompt, drawn by the host. A frame cannot stand still while a person reads, so a question is answered
 * with "no" at first; when the person says otherwise, what asked is done once more and finds the answer: the event is
 * dispatched again, a page that was still loading is started again, a loop that goes on asks again by itself.
 */
import { ask } from "@/lib/sandbox/frame/inside/channel";
import { restartWith } from "@/lib/sandbox/frame/inside/platform/navigation";
import { define, realm } from "@/lib/sandbox/frame/inside/realm";
import type { DialogAnswer } from "@/lib/sandbox/protocol/to-frame";

/** A loop that still runs has asked again by then. */
const ASKS_AGAIN_MS = 300;
const REMEMBERED_MS = 30_000;

type Kind = DialogAnswer["kind"];
const remembered: (DialogAnswer & { until: number })[] = [];
const given: DialogAnswer[] = [];
const open = new Set<string>();
let task: (() => void) | null = null;

export function installDialogs(answers: DialogAnswer[]): void {
  remembered.push(...answers.map((answer) => ({ ...answer, until: Infinity })));
  define(
    window,
    "alert",
    (message: unknown = "") => void ask("alert", { message: String(message) }).catch(ignore),
  );
  define(window, "confirm", (message: unknown = "") => question("confirm", String(message), "") === true);
  define(window, "prompt", (message: unknown = "", value: unknown = "") => {
    const answer = question("prompt", String(message), String(value));
    return typeof answer === "string" ? answer : null;
  });
  for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"] as const) rememberTask(name);
}

function ignore(): void {}

/** Keeps which callback runs, so that a question asked in it can lead to it again. */
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
  const known = take(kind, message);
  if (known) return known.value;
  const id = `${kind}\0${message}`;
  if (open.has(id)) return null;
  open.add(id);
  const repeat = howToRepeat();
  const asked = kind === "confirm" ? ask("confirm", { message }) : ask("prompt", { message, value });
  asked
    .then((answer) => {
      open.delete(id);
      const positive = kind === "confirm" ? answer === true : typeof answer === "string";
      if (!positive) return;
      const kept: DialogAnswer = { kind, message, value: answer as boolean | string };
      given.push(kept);
      remembered.push({ ...kept, until: realm.now() + REMEMBERED_MS });
      repeat();
    })
    .catch(() => open.delete(id));
  return null;
}

function take(kind: Kind, message: string): DialogAnswer | null {
  const now = realm.now();
  const index = remembered.findIndex(
    (answer) => answer.kind === kind && answer.message === message && answer.until > now,
  );
  return index < 0 ? null : remembered.splice(index, 1)[0]!;
}

function howToRepeat(): () => void {
  const event = window.event;
  if (event) {
    const target = event.composedPath()[0] ?? event.target;
    const Kind = event.constructor as new (type: string, init: Event) => Event;
    return () => void target?.dispatchEvent(new Kind(event.type, event));
  }
  if (document.readyState === "loading") return () => restartWith(given.slice(-20));
  const callback = task;
  return () => {
    const waiting = remembered.length;
    realm.setTimeout(() => {
      if (remembered.length >= waiting) callback?.();
    }, ASKS_AGAIN_MS);
  };
}
