import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AppCard } from "@/lib/sandbox/protocol/to-host";
import { CardSender, TryLater } from "./card-sender";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const card = (title: string): AppCard => ({
  title,
  lines: [],
  bars: [],
  people: [],
  image: null,
  alt: "",
  serial: null,
});

function sender(outcomes: (Error | null)[] = []) {
  const sent: (string | null)[] = [];
  const cards = new CardSender<AppCard | null>(async (each) => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
    sent.push(each && each.title);
  });
  return { cards, sent };
}

describe("sending cards", () => {
  it("sends the first at once, then the newest once a second, and leaves no promise open", async () => {
    const { cards, sent } = sender();
    const all = Array.from({ length: 60 }, (_, n) => cards.set(card(String(n))));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(["0"]);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toEqual(["0"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(["0", "59"]);
    await Promise.all(all);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(2);
  });

  it("keeps the newest until it is sent", async () => {
    const { cards, sent } = sender([new TryLater(null), new TryLater(5_000)]);
    const first = cards.set(card("first"));
    await vi.advanceTimersByTimeAsync(500);
    const second = cards.set(null);
    await first;
    await vi.advanceTimersByTimeAsync(500 + 4_999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await second;
    expect(sent).toEqual([null]);
  });

  it("tells the app what was refused, and goes on with the next", async () => {
    const { cards, sent } = sender([new Error("room_closed")]);
    await expect(cards.set(card("no"))).rejects.toThrow("room_closed");
    const next = cards.set(card("yes"));
    await vi.advanceTimersByTimeAsync(1_000);
    await next;
    expect(sent).toEqual(["yes"]);
  });

  it("sends what waits when the run ends, and tries nothing again", async () => {
    const { cards, sent } = sender([null, new TryLater(null)]);
    await cards.set(card("first"));
    const last = cards.set(card("last"));
    cards.close();
    await expect(last).rejects.toThrow(TryLater);
    expect(sent).toEqual(["first"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("aborts the request under way when the page is left with a newer card", async () => {
    const sent: string[] = [];
    const aborted: string[] = [];
    const cards = new CardSender<string>(
      (each, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted.push(each);
            reject(new TryLater(null));
          });
          if (each === "first") return;
          sent.push(each);
          resolve();
        }),
    );
    const first = cards.set("first");
    const second = cards.set("second");
    cards.hurry();
    await Promise.all([first, second]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([aborted, sent]).toEqual([["first"], ["second"]]);
  });
});
