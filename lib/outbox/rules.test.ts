import { describe, expect, it } from "vitest";
import { OUTBOX_MAX } from "@/lib/config/limits";
import { queuedValue, withAdded, type Entry, type Kept } from "./rules";
import { withNextSending, withoutOld } from "./sending";

let clock = 0;
const kept = (): Kept => {
  clock++;
  return { clientKey: `${clock}`, at: clock, state: "waiting", tried: false, problem: null };
};
const like = (on: boolean, more: Partial<Kept> = {}): Entry => ({
  ...kept(),
  kind: "post-like",
  id: "p",
  on,
  ...more,
});
const comment = (): Entry => ({ ...kept(), kind: "comment" });

describe("the outbox", () => {
  it("a like that is taken back before it left the browser leaves nothing", () => {
    const others: Entry[] = [comment(), { ...kept(), kind: "follow", id: "p", on: true }];
    const liked = withAdded(others, like(true));
    expect(queuedValue(liked, "post-like", "p")).toBe(true);
    expect(withAdded(liked, like(false))).toEqual(others);
  });

  it("a like that may have arrived is taken back by a request", () => {
    const entries = withAdded([like(true, { tried: true })], like(false));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ on: false });
  });

  it("each emoji is on or off by itself", () => {
    const reaction = (emoji: string, on: boolean): Entry => ({
      ...kept(),
      kind: "post-emoji",
      id: "p",
      on,
      emoji,
    });
    const both = withAdded(withAdded<Entry>([], reaction("👍", true)), reaction("🎉", true));
    expect(both).toHaveLength(2);
    expect(withAdded(both, reaction("👍", false))).toEqual([both[1]]);
  });

  it("what is on its way stays, and its opposite follows", () => {
    const entries = withAdded(withNextSending([like(true)]), like(false));
    expect(entries).toMatchObject([
      { on: true, state: "sending" },
      { on: false, state: "waiting" },
    ]);
    expect(queuedValue(entries, "post-like", "p")).toBe(false);
  });

  it("is sent in order, past posts that the server refused", () => {
    const [first, second] = [comment(), comment()];
    expect(withNextSending([{ ...first, state: "failed" }, second, comment()])[1]).toMatchObject({
      clientKey: second.clientKey,
      state: "sending",
      tried: true,
    });
  });

  it("leaves kinds that it does not know to a newer tab", () => {
    const entries = [{ ...kept(), kind: "of a newer release", id: "p", on: true }, comment()];
    const marked = withNextSending(entries, ({ kind }) => kind === "comment");
    expect(marked.map(({ state }) => state)).toEqual(["waiting", "sending"]);
    expect(withNextSending(entries.slice(0, 1), () => false)[0]).toMatchObject({ state: "waiting" });
  });

  it("is bounded in number and age", () => {
    const full = Array.from({ length: OUTBOX_MAX }, comment);
    expect(withAdded(full, comment())).toBe(full);
    const now = Date.now();
    expect(withoutOld([{ ...comment(), at: now }, comment()], now)).toHaveLength(1);
  });
});
