/**
 * The map as a document of Yjs: a register for each key, which says of what kind it is, and beside it the shares of counters
 * and the items of lists. Registers and shares are last writer per key; the share of a counter has one writer only. Whatever
 * replaces a counter or list starts a new epoch, so that late additions to the old one do not come back.
 */
import * as Y from "yjs";
import type { Json } from "./json";
import { COUNT_MAX, KEYS_MAX, LIST_ITEMS_MAX } from "./limits";
import { SharedMapError } from "./room-log";

/** A value; a counter that began with a number; a list; nothing any more. */
type Register =
  ["v", value: Json] | ["n", start: number, epoch: string] | ["l", epoch: string] | ["d", epoch: string];

export interface ListItem {
  id: string;
  value: Json;
}

const FIRST_EPOCH = "";
/** Session or epoch in the name of a counter's share or of a list. */
const NAME_PART = /^[0-9a-z.]{0,24}$/;

export class MapDocument {
  readonly doc: Y.Doc;
  readonly #registers: Y.Map<unknown>;
  readonly #shares: Y.Map<unknown>;
  /** By epoch and key: the names of a counter's shares. */
  readonly #sharesOf = new Map<string, Set<string>>();
  readonly #visible = new Map<string, Json | undefined>();
  #names = 0;
  #listener: ((keys: Set<string>) => void) | null = null;

  constructor(doc: Y.Doc) {
    this.doc = doc;
    this.#registers = doc.getMap("r");
    this.#shares = doc.getMap("c");
    for (const name of this.#shares.keys()) this.#index(name);
    doc.on("afterTransaction", ({ changed }: Y.Transaction) => {
      const keys = new Set<string>();
      for (const [type, names] of changed)
        for (const key of this.#keysOf(type as Y.AbstractType<unknown>, names)) keys.add(key);
      for (const key of keys) this.#visible.delete(key);
      if (keys.size) this.#listener?.(keys);
    });
  }

  /** A copy that goes its own way. */
  static copyOf({ doc }: MapDocument): MapDocument {
    const copy = new Y.Doc();
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
    return new MapDocument(copy);
  }

  /** Calls after each transaction with the keys that it touched. */
  onChange(listener: (keys: Set<string>) => void): void {
    this.#listener = listener;
  }

  /** The value itself, not a copy. */
  read(key: string): Json | undefined {
    if (this.#visible.has(key)) return this.#visible.get(key);
    const value = this.#compute(key);
    this.#visible.set(key, value);
    return value;
  }

  /** In alphabetical order: the same on all devices. */
  keys(): string[] {
    return [...this.#registers.keys()].filter((key) => this.read(key) !== undefined).sort();
  }

  items(key: string): ListItem[] {
    const register = this.#register(key);
    if (register?.[0] !== "l") return [];
    return this.#list(key, register[1]).map(([id, value]) => ({ id, value }));
  }

  set(key: string, value: Json): void {
    this.#checkKey(key);
    this.#clear(key);
    this.#write(key, typeof value === "number" ? ["n", value, this.#newName()] : ["v", value]);
  }

  /** @returns whether there was something */
  delete(key: string): boolean {
    if (this.read(key) === undefined) return false;
    this.#clear(key);
    this.#write(key, ["d", this.#newName()]);
    return true;
  }

  increment(key: string, by: number): void {
    this.#checkKey(key);
    if (!Number.isSafeInteger(by) || Math.abs(by) > COUNT_MAX)
      throw new SharedMapError("invalid", `increment() takes a whole number of at most ${COUNT_MAX}.`);
    const epoch = this.#epochFor(key, "n");
    const name = `${this.#session}:${epoch}:${key}`;
    const share = shareOf(this.#shares.get(name)) + by;
    if (Math.abs(share) > COUNT_MAX) throw new SharedMapError("too_big", `The counter ${key} is full.`);
    if (this.#register(key)?.[0] !== "n") this.#write(key, ["n", 0, epoch]);
    this.#shares.set(name, share);
  }

  /** @param index counted from the end if negative; the end if missing. @returns the ids of the items */
  insert(key: string, values: Json[], index?: number): string[] {
    this.#checkKey(key);
    const epoch = this.#epochFor(key, "l");
    const list = this.#array(key, epoch);
    if (list.length + values.length > LIST_ITEMS_MAX)
      throw new SharedMapError("too_many", `The list ${key} would have more than ${LIST_ITEMS_MAX} items.`);
    if (this.#register(key)?.[0] !== "l") this.#write(key, ["l", epoch]);
    const items = values.map((value): [string, Json] => [this.#newName(), value]);
    // Items that others sent may be none of ours: an index counts those that are seen.
    const seen = list.toArray().flatMap((item, place) => (isItem(item) ? [place] : []));
    const at = index === undefined ? list.length : (seen.at(index) ?? (index < 0 ? 0 : list.length));
    list.insert(at, items);
    return items.map(([id]) => id);
  }

  /** @param which the id of an item, or its index. @returns whether there was one */
  remove(key: string, which: string | number): boolean {
    const register = this.#register(key);
    if (register?.[0] !== "l") return false;
    const id = typeof which === "string" ? which : this.items(key).at(which)?.id;
    const list = this.#array(key, register[1]);
    const at = list.toArray().findIndex((item) => isItem(item) && item[0] === id);
    if (at < 0) return false;
    list.delete(at);
    return true;
  }

  get #session(): string {
    return this.doc.clientID.toString(36);
  }

  /** Different from every other name of this document, in all sessions. */
  #newName(): string {
    this.#names += 1;
    return `${this.#session}.${this.#names.toString(36)}`;
  }

  #register(key: string): Register | undefined {
    const found = this.#registers.get(key);
    return isRegister(found) ? found : undefined;
  }

  #write(key: string, register: Register): void {
    this.#registers.set(key, register);
  }

  #compute(key: string): Json | undefined {
    const register = this.#register(key);
    switch (register?.[0]) {
      case "v":
        return register[1];
      case "n":
        return register[1] + this.#sum(`${register[2]}:${key}`);
      case "l":
        return this.#list(key, register[1]).map(([, value]) => value);
      default:
        return undefined;
    }
  }

  /** Exact, so that it does not depend on the order. */
  #sum(counter: string): number {
    let sum = 0n;
    for (const name of this.#sharesOf.get(counter) ?? []) sum += BigInt(shareOf(this.#shares.get(name)));
    return Number(sum);
  }

  #array(key: string, epoch: string): Y.Array<unknown> {
    return this.doc.getArray(`l${epoch}:${key}`);
  }

  #list(key: string, epoch: string): [id: string, value: Json][] {
    return this.#array(key, epoch).toArray().filter(isItem);
  }

  /** The epoch of the counter or list at a key, or of the one that begins there. */
  #epochFor(key: string, kind: "n" | "l"): string {
    const register = this.#register(key);
    if (register === undefined) return FIRST_EPOCH;
    if (register[0] === "d") return register[1];
    if (register[0] === "n" && kind === "n") return register[2];
    if (register[0] === "l" && kind === "l") return register[1];
    throw new SharedMapError("wrong_kind", `${key} is ${NAMES[register[0]]}: delete it first.`);
  }

  /** Removes what a counter or list has beside its register. */
  #clear(key: string): void {
    const register = this.#register(key);
    if (register?.[0] === "l") {
      const list = this.#array(key, register[1]);
      list.delete(0, list.length);
    }
    if (register?.[0] === "n")
      for (const name of [...(this.#sharesOf.get(`${register[2]}:${key}`) ?? [])]) this.#shares.delete(name);
  }

  #checkKey(key: string): void {
    if (!this.#registers.has(key) && this.#registers.size >= KEYS_MAX)
      throw new SharedMapError("too_many", `The map would have more than ${KEYS_MAX} keys.`);
  }

  #keysOf(type: Y.AbstractType<unknown>, names: Set<string | null>): Iterable<string> {
    const changed = [...names].filter((name) => name !== null);
    if (type === this.#registers) return changed;
    if (type === this.#shares) return changed.flatMap((name) => this.#index(name) ?? []);
    const root = Y.findRootTypeKey(type);
    const separator = root.indexOf(":");
    return separator < 0 ? [] : [root.slice(separator + 1)];
  }

  /** @returns the counter's key */
  #index(name: string): string | null {
    const [session = "", epoch = ""] = name.split(":", 2);
    const counter = name.slice(session.length + 1);
    const key = counter.slice(epoch.length + 1);
    if (!NAME_PART.test(session) || !NAME_PART.test(epoch) || counter.length === epoch.length) return null;
    const names = this.#sharesOf.get(counter) ?? new Set();
    if (this.#shares.has(name)) names.add(name);
    else names.delete(name);
    if (names.size) this.#sharesOf.set(counter, names);
    else this.#sharesOf.delete(counter);
    return key;
  }
}

const NAMES = { v: "a value", n: "a number", l: "a list" } as const;

function isRegister(value: unknown): value is Register {
  if (!Array.isArray(value)) return false;
  const [kind, content, epoch] = value as unknown[];
  const isEpoch = (text: unknown): boolean => typeof text === "string" && NAME_PART.test(text);
  if (kind === "v") return content !== undefined;
  if (kind === "n") return typeof content === "number" && isEpoch(epoch);
  return (kind === "l" || kind === "d") && isEpoch(content);
}

function isItem(item: unknown): item is [id: string, value: Json] {
  return Array.isArray(item) && item.length === 2 && typeof item[0] === "string";
}

function shareOf(value: unknown): number {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= COUNT_MAX ? (value as number) : 0;
}
