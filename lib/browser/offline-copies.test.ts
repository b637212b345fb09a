import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OFFLINE_COPIES_MAX_CHARS, OFFLINE_COPY_MAX_CHARS } from "@/lib/config/limits";
import { forgetCopies, forgetCopy, keepCopyLater, readCopy, type CopyKey } from "./offline-copies";

const keyOf = (id: string, userId = "ada"): CopyKey => ({ userId, kind: "room", id });

let hide = () => {};
beforeEach(() => {
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => (hide = listener));
  vi.stubGlobal("removeEventListener", () => (hide = () => {}));
});
afterEach(async () => {
  await forgetCopies();
  vi.unstubAllGlobals();
});

/** As when the page is left. */
async function keep(key: CopyKey, value: unknown, chars = 10): Promise<void> {
  keepCopyLater(key, () => ({ value, chars }));
  hide();
  await expect.poll(() => readCopy(key)).toEqual(value);
}

describe("copies for a start without a connection", () => {
  it("are of one account, and replace each other", async () => {
    await keep(keyOf("list"), ["bread"]);
    await keep(keyOf("list"), ["bread", "milk"]);
    expect(await readCopy(keyOf("list"))).toEqual(["bread", "milk"]);
    expect(await readCopy(keyOf("list", "ben"))).toBeNull();
    expect(await readCopy({ ...keyOf("list"), kind: "app" })).toBeNull();
  });

  it("are read as they will be, before they are kept", async () => {
    await keep(keyOf("list"), ["bread"]);
    keepCopyLater(keyOf("list"), () => ({ value: ["bread", "milk"], chars: 10 }));
    expect(await readCopy(keyOf("list"))).toEqual(["bread", "milk"]);
    await expect.poll(() => readCopy(keyOf("list"))).toEqual(["bread", "milk"]);
  });

  it("what is made late counts, and nothing is made of what the server does not have", async () => {
    keepCopyLater(keyOf("a"), () => ({ value: 1, chars: 1 }));
    keepCopyLater(keyOf("a"), () => null);
    await keep(keyOf("b"), 2);
    expect(await readCopy(keyOf("a"))).toBeNull();
  });

  it("are bounded, each and together; the oldest go first", async () => {
    await keep(keyOf("large"), "small yet");
    keepCopyLater(keyOf("large"), () => ({ value: "too large", chars: OFFLINE_COPY_MAX_CHARS + 1 }));
    hide();
    await expect.poll(() => readCopy(keyOf("large"))).toBeNull();
    const count = OFFLINE_COPIES_MAX_CHARS / OFFLINE_COPY_MAX_CHARS;
    for (let n = 0; n <= count; n++) {
      await keep(keyOf(`room ${n}`), n, OFFLINE_COPY_MAX_CHARS);
      const now = Date.now();
      await vi.waitUntil(() => Date.now() > now, { interval: 0 });
    }
    expect(await readCopy(keyOf("room 0"))).toBeNull();
    expect(await readCopy(keyOf("room 1"))).toBe(1);
  });

  it("go when somebody else signs in, and all at a sign-out, also those that still wait", async () => {
    await keep(keyOf("list"), 1);
    await keep(keyOf("list", "ben"), 2);
    await forgetCopies({ but: "ben" });
    expect(await readCopy(keyOf("list"))).toBeNull();
    expect(await readCopy(keyOf("list", "ben"))).toBe(2);
    await keep(keyOf("other", "ben"), 3);
    await forgetCopy(keyOf("other", "ben"));
    expect(await readCopy(keyOf("other", "ben"))).toBeNull();
    const make = vi.fn(() => null);
    keepCopyLater(keyOf("late", "ben"), make);
    await forgetCopies();
    hide();
    expect(make).not.toHaveBeenCalled();
    expect(await readCopy(keyOf("list", "ben"))).toBeNull();
  });
});
