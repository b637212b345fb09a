import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { runs } from "@/tests/support/depth";
import { type Browser, browsersForEach } from "@/tests/support/storage-browsers";

const people = browsersForEach();

type Random = (below: number) => number;

function random(seed: number): Random {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Message {
  data: unknown;
  /** Counts the messages of all tabs. */
  at: number;
}

/** A BroadcastChannel whose messages arrive when the test says so. As in browsers, all tabs get them in the same order. */
class Channel {
  static open: Channel[] = [];
  static sent = 0;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly #out: Message[] = [];
  #inbox: Message[] | null = [];

  constructor(readonly name: string) {
    Channel.open.push(this);
  }

  postMessage(data: unknown): void {
    if (this.#inbox) this.#out.push({ data: structuredClone(data), at: Channel.sent++ });
  }

  close(): void {
    this.#inbox = null;
  }

  /** What can happen next to messages before this one. */
  static moves(before = Infinity): (() => void)[] {
    const isDue = (messages: Message[] | null) => (messages?.[0]?.at ?? Infinity) < before;
    return Channel.open.flatMap((channel) => [
      ...(isDue(channel.#out) ? [() => channel.#pass()] : []),
      ...(isDue(channel.#inbox) ? [() => channel.#deliver()] : []),
    ]);
  }

  static deliverAll(before?: number): void {
    for (let [move] = Channel.moves(before); move; [move] = Channel.moves(before)) move();
  }

  #pass(): void {
    const message = this.#out.shift()!;
    for (const other of Channel.open)
      if (other !== this && other.name === this.name) other.#inbox?.push(message);
  }

  #deliver(): void {
    this.onmessage?.({ data: this.#inbox!.shift()!.data });
  }
}

/** Three tabs, whose requests and answers are on their way until the test says so. */
class Scene {
  readonly tabs: Browser[];
  readonly #travelling: { since: number; arrive: () => void; lose: () => void }[] = [];
  readonly #opening = new Set<Browser>();
  #count = 0;

  constructor(
    tabs: Browser[],
    readonly next: Random,
  ) {
    this.tabs = tabs;
    for (const tab of tabs)
      tab.travels = () =>
        new Promise((arrive, reject) => {
          const lose = () => reject(new TypeError("Failed to fetch"));
          this.#travelling.push({ since: Channel.sent, arrive, lose });
        });
  }

  async step(): Promise<void> {
    vi.setSystemTime(Date.now() + 1);
    const tab = this.tabs[this.next(this.tabs.length)]!;
    const action = this.next(16);
    const { mirror } = tab;
    if (action > 7) this.#pick(this.#moves())?.();
    else if (action === 7) {
      const lost = this.next(2) ? this.#pick(this.#travelling) : undefined;
      if (lost) this.#end(lost).lose();
    } else if (this.#opening.has(tab)) return;
    else if (!mirror) void this.#open(tab);
    else if (action < 3) tab.write(`k${this.next(3)}`, String(++this.#count));
    else if (action < 5) void mirror.flush();
    else if (action === 5) void mirror.check();
    else if (mirror.unsent().length === 0) tab.close();
    await this.#settle();
  }

  /** Everything arrives, and all is saved. */
  async finish(): Promise<void> {
    for (let round = 0; round < 6; round++) {
      for (let [move] = this.#moves(); move; [move] = this.#moves()) {
        vi.setSystemTime(Date.now() + 1);
        move();
        await this.#settle();
      }
      for (const { mirror } of this.tabs) void mirror?.flush();
      await this.#settle();
    }
  }

  async #open(tab: Browser): Promise<void> {
    // A page opens more slowly than a message arrives.
    Channel.deliverAll();
    this.#opening.add(tab);
    while (!(await tab.open().catch(() => null)));
    this.#opening.delete(tab);
  }

  #moves(): (() => void)[] {
    const arrivals = this.#travelling.map((one) => () => {
      // So does a request.
      Channel.deliverAll(one.since);
      this.#end(one).arrive();
    });
    return [...Channel.moves(), ...arrivals];
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[this.next(Math.max(1, list.length))];
  }

  #end<T extends object>(one: T): T {
    this.#travelling.splice(
      this.#travelling.findIndex((other) => other === one),
      1,
    );
    return one;
  }

  async #settle(): Promise<void> {
    await setImmediate();
    // As a runner does whose data others have changed.
    for (const tab of this.tabs) {
      if (this.#opening.has(tab) || !tab.mirror?.isStale || tab.mirror.unsent().length > 0) continue;
      tab.close();
      void this.#open(tab);
    }
    await setImmediate();
  }
}

beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", Channel);
  // No tab ends with unsaved changes, so that nothing is kept.
  vi.stubGlobal("indexedDB", undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: 0 });
  // Tabs that act in the same millisecond are ordered by their random names.
  let drawn = 0;
  const drawing = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array) new DataView(array.buffer, array.byteOffset).setUint32(0, ++drawn);
    return array;
  });
  onTestFinished(() => {
    drawing.mockRestore();
    vi.useRealTimers();
  });
});

it("no interleaving of the tabs of one browser asks a question or ends with different data", async () => {
  for (let seed = 1; seed <= runs(6_000); seed++) {
    Channel.open = [];
    const scene = new Scene(people("phone", "phone", "phone"), random(seed));
    for (let step = 0; step < 60; step++) await scene.step();
    await scene.finish();
    for (const { mirror, isTaken, account } of scene.tabs) {
      if (!mirror) continue;
      const { conflict, isStale } = mirror;
      expect({ conflict, isStale, isTaken }, `seed ${seed}`).toEqual({
        conflict: null,
        isStale: false,
        isTaken: false,
      });
      const own = new Map(mirror.entries().map(({ key, value }) => [key, value]));
      expect(own, `seed ${seed}`).toEqual(account.data);
    }
    for (const tab of scene.tabs) tab.close();
  }
});
