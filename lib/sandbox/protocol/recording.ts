/**
 * The recorded inputs of a QuickJS run: what a second run of the same script, with the same seed, is given in the same order.
 * One line of JSON each. The first is what the run began with; the others are `[ms since the one before, kind, …]`.
 *
 * Untrusted: a log that is read. It comes from a browser and may hold anything; a replay decides what it amounts to.
 */
import { SCORE_LOG_CHARS } from "@/lib/sandbox/protocol/limits";
import {
  boolean,
  list,
  MalformedMessage,
  number,
  object,
  text,
  type Parsed,
} from "@/lib/sandbox/protocol/schema";

const LOG_EVENTS_MAX = 20_000;

/** What a run is given from outside: a kind that the script's side dispatches, and its message. */
export type RecordedInput = { kind: string; message: Record<string, unknown> };

const count = number(0, Number.MAX_SAFE_INTEGER);
const any = text(SCORE_LOG_CHARS);

/** The fields of each kind of input, in the order of its line. `more`: the jobs that one turn has left over. */
const INPUTS = {
  event: { handler: count, args: any },
  key: { key: text(64), down: boolean },
  timer: { id: count },
  frame: {},
  settle: { call: count, ok: boolean, value: any },
  facts: { theme: text(16), locale: text(64) },
  more: {},
} as const satisfies Record<string, Record<string, (value: unknown) => unknown>>;
export type InputKind = keyof typeof INPUTS;
type Fields = [name: string, parse: (value: unknown) => unknown][];

const parseFacts = object({ theme: text(16), locale: text(64), capabilities: list(text(32), 40) });
export type RecordedFacts = Parsed<typeof parseFacts>;

export function isRecorded(kind: string): kind is InputKind {
  return Object.hasOwn(INPUTS, kind);
}

/** Writes the log of a run. */
export class Recording {
  #text: string;
  #events = 0;
  #last = 0;
  #isFull = false;

  constructor(facts: RecordedFacts) {
    const { theme, locale, capabilities } = facts;
    this.#text = JSON.stringify({ theme, locale, capabilities });
  }

  /** The log; null once it has become too long to be run again. */
  get log(): string | null {
    return this.#isFull ? null : this.#text;
  }

  /** @param at in ms since the start of the run, and not before the input before it */
  add(at: number, kind: InputKind, message: Record<string, unknown>): void {
    const values = Object.keys(INPUTS[kind]).map((name) => message[name]);
    const line = `\n${JSON.stringify([at - this.#last, kind, ...values])}`;
    this.#last = at;
    this.#events += 1;
    if (this.#text.length + line.length > SCORE_LOG_CHARS || this.#events > LOG_EVENTS_MAX)
      this.#isFull = true;
    if (!this.#isFull) this.#text += line;
  }
}

export interface RecordedRun {
  facts: RecordedFacts;
  inputs: (RecordedInput & { at: number })[];
  /** When the last input came, in ms since the start. */
  lastAt: number;
}

/** @returns null for a log that no run has written */
export function readLog(log: string): RecordedRun | null {
  const [first = "", ...lines] = log.split("\n");
  if (log.length > SCORE_LOG_CHARS || lines.length > LOG_EVENTS_MAX) return null;
  try {
    const facts = parseFacts(JSON.parse(first));
    let at = 0;
    const inputs = lines.map((line) => {
      const [wait, kind, ...values] = JSON.parse(line) as unknown[];
      at += number(0, 1e9)(wait);
      if (typeof kind !== "string" || !isRecorded(kind)) throw new MalformedMessage("a known input");
      const fields = Object.entries(INPUTS[kind]) as Fields;
      const message = Object.fromEntries(fields.map(([name, parse], index) => [name, parse(values[index])]));
      return { kind, message, at };
    });
    return { facts, inputs, lastAt: at };
  } catch {
    return null;
  }
}
