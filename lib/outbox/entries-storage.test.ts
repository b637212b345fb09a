import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, it } from "vitest";
import { changeEntries } from "./entries-storage";
import { isUnsent } from "./rules";
import type { OutboxEntry } from "./store";

it("stores a thread so that the code from before threads does not send its first post alone", async () => {
  const part = (text: string) => ({ text, media: [], app: null });
  const kept = { at: Date.now(), state: "sending", tried: true, problem: null } as const;
  const post = { kind: "post", userId: "eve", ...part("one"), ...kept, clientKey: "alone" } as const;
  const thread = { ...post, thread: [part("two")], clientKey: "thread" };
  const refused = { code: "thread_too_long", message: "", status: 400 };
  const failed = { ...thread, state: "failed", problem: refused, clientKey: "failed" } as const;
  const entries: OutboxEntry[] = [post, thread, failed];
  await changeEntries("eve", () => entries);
  expect(await changeEntries("eve", (stored) => stored)).toEqual(entries);

  // As that code reads it.
  const db = await openDB("gum-outbox");
  const { entries: stored } = (await db.get("entries", "eve")) as { entries: OutboxEntry[] };
  expect(stored.filter(isUnsent).map(({ clientKey }) => clientKey)).toEqual(["alone"]);
  expect(stored.map(({ problem }) => problem)).toEqual([null, null, null]);
  db.close();
});
