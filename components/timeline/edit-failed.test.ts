import "fake-indexeddb/auto";
import { afterEach, expect, it, vi } from "vitest";
import { changeOutbox, outboxChannel, setOutboxUser, useOutbox, type OutboxEntry } from "@/lib/outbox/store";
import { useComposeStore } from "@/lib/posts/compose-store";
import { editFailed } from "./edit-failed";

afterEach(() => vi.unstubAllGlobals());

it("a refused thread becomes a draft again, which is opened, and leaves the outbox only then", async () => {
  const calls: string[] = [];
  let isRefused = true;
  vi.stubGlobal("fetch", async (address: string, { method = "GET" }: RequestInit) => {
    calls.push(`${method} ${address.replace(/.*\/v1/, "/v1")}`);
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (isRefused) return Response.json({ code: "validation_error" }, { status: 400 });
    return Response.json({ id: "key", revision: 1, text: "one" });
  });
  setOutboxUser("ida");
  const part = (text: string) => ({ text, media: [], app: null });
  const entry: OutboxEntry = {
    kind: "post",
    userId: "ida",
    ...part("one"),
    thread: [part("two")],
    draftId: "before",
    clientKey: "key",
    at: Date.now(),
    state: "failed",
    tried: true,
    problem: { code: "thread_too_long", message: "", status: 400 },
  };
  await changeOutbox(() => [entry]);
  await expect(editFailed(entry)).rejects.toMatchObject({ code: "validation_error" });
  expect(useOutbox.getState().entries).toEqual([entry]);

  isRefused = false;
  calls.length = 0;
  await editFailed(entry);
  expect(calls).toEqual(["DELETE /v1/drafts/before", "PUT /v1/drafts/key", "GET /v1/drafts/key"]);
  expect(useOutbox.getState().entries).toEqual([]);
  expect(useComposeStore.getState().request?.stored).toMatchObject({ id: "key", text: "one" });
  useComposeStore.getState().request?.done(false);
  // The outbox is persisted, and broadcast to other tabs.
  await changeOutbox((entries) => entries);
  outboxChannel().close();
});
